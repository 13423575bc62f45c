import { expect, test } from 'vitest'
import { restRoutes } from '#tests/helpers/procedures.ts'

/** Every documented path, with both readings where two are documented. */
const documented = `
GET helperdata/landnotification
GET helperdata/landnotificationcodedescription
GET helperdata/productVersions
POST auth/login
POST auth/signUp
POST auth/forgotUsername
POST auth/forgotPassword
POST auth/resetPassword
POST auth/completeRegistration
POST auth/confirmAlertEmail
POST auth/confirmAlertPhone
GET auth/loginPageLinks
GET auth/loginPageSlides
GET auth/loginPageLatestNews
GET currentUser/loginStatus
GET auth/logout
GET currentUser/profile
POST currentUser/profile
POST currentUser/password
GET home/all
POST helperdata/userscodedescription
POST helperdata/userphonenumberscodedescription
POST helperdata/useremailaddressescodedescription
POST home/alertHistory
POST userView/alerts
GET userView/alert/:id
POST userView/alert
POST controlPanel/alert
POST userView/alertDelete
POST userView/alertResendEmail
POST userView/alertResendPhone
GET controlPanel/alert/:id
GET controlPanel/alertView/:id
POST controlPanel/alerts
POST controlPanel/alertDelete
POST controlPanel/alertChangeStatusList
POST controlPanel/emails
POST controlPanel/phones
POST controlPanel/helloUser
POST controlPanel/validatePhone
POST controlPanel/invalidatePhone
POST controlPanel/resetPhone
GET controlPanel/countyConfig/common
POST controlPanel/countyConfig/common
GET controlPanel/countyConfig/languages
POST controlPanel/countyConfig/languages
GET controlPanel/countyConfig/latestNews
POST controlPanel/countyConfig/latestNews
GET controlPanel/countyConfig/externalLinks
POST controlPanel/countyConfig/externalLinks
GET controlPanel/countyConfig/homeSelections
POST controlPanel/countyConfig/homeSelections
GET controlPanel/countyConfig/loginPageLinks
POST controlPanel/countyConfig/loginPageLinks
GET controlPanel/countyConfig/loginPageLatestNews
POST controlPanel/countyConfig/loginPageLatestNews
GET controlPanel/countyConfig/loginPageSlides
POST controlPanel/countyConfig/loginPageSlides
GET controlPanel/countyConfig/loginPageRegistration
POST controlPanel/countyConfig/loginPageRegistration
GET controlPanel/countyConfig/userLockout
POST controlPanel/countyConfig/userLockout
GET controlPanel/countyConfig/userPurgeSchedule
POST controlPanel/countyConfig/userPurgeSchedule
GET controlPanel/countyConfig/userPurgeNow
POST controlPanel/countyConfig/userPurgeNow
GET controlPanel/countyConfig/userAccess
POST controlPanel/countyConfig/userAccess
GET controlPanel/countyConfig/alertSettings
POST controlPanel/countyConfig/alertSettings
GET controlPanel/countyConfig/auditLogPurgeSchedule
POST controlPanel/countyConfig/auditLogPurgeSchedule
GET controlPanel/countyConfig/endUserSessions
POST userManager/users
GET userManager/user/:id
POST userManager/user
POST userManager/userDelete
POST userManager/userChangeStatusList
POST userManager/userChangeStatusSingle
POST userManager/userPassword
POST userManager/userExport
POST controlPanel/alertExport
POST report/userReport
POST report/userExport
POST controlPanel/helloWorld
POST controlPanel/countyConfig/migrateLandNotificationOneAlerts
`
  .trim()
  .split('\n')

test.each(documented)('%s is served', (line) => {
  const [method, route] = line.split(' ')
  expect(restRoutes()).toContainEqual(expect.objectContaining({ method, path: `/${route}` }))
})
