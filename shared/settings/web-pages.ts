import { languageCodes } from '../contract/languages.ts'
import { unnamedCounty } from './county-name.ts'
import { codes, count, email, flag, requiredText, rows, publicField, text, enabledBy } from './field.ts'
import { group, hours } from './group.ts'

/** The county's texts on its pages, and which parts of the pages are shown. */
export const webPages = {
  common: group({
    page: 'common',
    title: 'Common',
    link: 'Common',
    section: 'Web Pages',
    atStart: true,
    fields: {
      countyName: publicField(requiredText('County name', unnamedCounty, 100)),
      appTitle: publicField(
        requiredText('App title', 'Land Record Alerts', 100, 'Appears under the county name on every page.'),
      ),
      contactName: publicField(text('Contact name', 100)),
      contactTitle: publicField(text('Contact title', 100)),
      contactPhone: publicField(text('Contact phone', 30, 'Residents call it when a record looks wrong.')),
      contactEmail: publicField(email('Contact email', 50)),
    },
  }),
  languages: group({
    page: 'languages',
    title: 'Languages',
    link: 'Languages',
    section: 'Web Pages',
    atStart: true,
    fields: {
      languagesOn: publicField(flag('Offer languages on the login page', false)),
      offered: enabledBy(
        'languagesOn',
        publicField(codes('Languages offered', languageCodes, ['ENGLISH'], 'English is always available.')),
      ),
    },
  }),
  latestNews: group({
    page: 'homeLatestNews',
    title: 'More News',
    link: 'Home latest news',
    section: 'Web Pages',
    fields: { paragraphs: rows('paragraphs', 50) },
  }),
  externalLinks: group({
    page: 'homeExternalLinks',
    title: 'More Links',
    link: 'Home external links',
    section: 'Web Pages',
    fields: { paragraphs: rows('links', 50) },
  }),
  homeSelections: group({
    page: 'homeSelections',
    title: 'Home - Selections',
    link: 'Home Selections',
    section: 'Web Pages',
    fields: {
      latestNews: flag('Latest news', true),
      latestNewsLoginPage: enabledBy('latestNews', flag('Include Login Page Latest News', true)),
      latestNewsMore: enabledBy('latestNews', flag('Include More News', true)),
      disclaimer: flag('Disclaimer', true),
      contactUs: flag('Contact us', true),
      links: flag('Links', true),
      linksLoginPage: enabledBy('links', flag('Include Login Page Links', true)),
      linksMore: enabledBy('links', flag('Include More Links', true)),
      loginSlides: flag('Slides', true),
    },
    fieldsets: [
      { title: 'News', fields: ['latestNews', 'latestNewsLoginPage', 'latestNewsMore'] },
      { title: 'Links', fields: ['links', 'linksLoginPage', 'linksMore'] },
      { title: 'Other cards', fields: ['disclaimer', 'contactUs', 'loginSlides'] },
    ],
    readOnlyField: {
      name: 'numberOfSlides',
      label: 'Number of slides',
      help: 'Set this on the Login Page - Slides page.',
    },
  }),
  loginPageLinks: group({
    page: 'loginPageLinks',
    title: 'Login Page Links',
    link: 'Login Page Links',
    section: 'Web Pages',
    fields: { paragraphs: publicField(rows('links', 12, { fixedRows: 12 })) },
  }),
  loginPageLatestNews: group({
    page: 'loginPageLatestNews',
    title: 'Login Page Latest News',
    link: 'Login Page Latest News',
    section: 'Web Pages',
    fields: { paragraphs: publicField(rows('paragraphs', 50)) },
  }),
  loginPageSlides: group({
    page: 'loginPageSlides',
    title: 'Login Page - Slides',
    link: 'Login Page Slides',
    section: 'Web Pages',
    fields: {
      numberOfSlides: publicField(count('Number of slides', { min: 1, max: 6, initial: 1, help: 'From 1 to 6.' })),
    },
  }),
  loginPageRegistration: group({
    page: 'loginPageRegistration',
    title: 'Login Page - Registration and Recovery',
    link: 'Login Page Registration and Recovery',
    section: 'Web Pages',
    atStart: true,
    fields: {
      selfRegistration: publicField(flag('Self registration', true, 'The login page shows New User.')),
      forgotPasswordLink: publicField(
        flag('Forgot-password link', true, 'The login page shows Forgot Username and Forgot Password.'),
      ),
      emailExpireIn: hours(
        'Registration link expires after',
        'How long a new user has to follow the link in the email. The default is 4.',
      ),
    },
  }),
} as const
