import { dateList, flag, staff } from './field.ts'
import { group } from './group.ts'

/** Reports of suspicious records and the county's holidays: over tRPC only, for all administrators. */
export const reports = group({
  page: 'reportSettings',
  title: 'Report Settings',
  link: 'Report Settings',
  section: 'Alert Admin',
  fields: {
    staff: staff(
      'Email these people about each report',
      'The county’s contact email always gets it, too. The email has the document’s number and a link, and names no resident.',
    ),
    federalHolidays: flag('The county is closed on US federal holidays', true),
    otherHolidays: dateList('Other days the county is closed', 'One date a line, such as 12/24/2026.'),
  },
  fieldsets: [
    { title: 'Reports of suspicious records', fields: ['staff'] },
    { title: 'Holidays', fields: ['federalHolidays', 'otherHolidays'] },
  ],
})
