/** The English texts of the control panel's frame: its navigation, and what stands in for a page. */
export const enPanelFrame = {
  panel: {
    menu: 'Menu',
    navigation: 'Control panel',
    newWindow: '(opens in a new window)',
    links: {
      alerts: 'Alert List',
      emails: 'Emails',
      phones: 'Phones',
      auditLogReport: 'Report',
      userLockout2: 'Lockout step 2',
      users: 'User Manager',
      performanceMonitoring: 'Performance Monitoring',
      LandNotificationOneAlerts: 'Migration of alerts from the legacy version',
      HelloWorld: 'Hello World test text',
      feeds: 'Feeds',
      parcelRoll: 'Parcel roll',
      looksWrong: 'Suspicious record reports',
    },
    healthBadge: 'The service needs attention now.',
    healthTrying: 'We keep trying. Please call the service provider.',
    healthCall: 'Please call the service provider.',
    forbidden: {
      title: 'You don’t have access to this page',
      detail: 'The Technical section is for the service provider. Call the provider if you need something done there.',
      back: 'Go to the control panel',
    },
  },
} as const
