import { languageCodes } from '../contract/languages.ts'
import { codes, count, email, flag, requiredText, rows, shown, text, under } from './field.ts'
import { group, hours } from './group.ts'

/** What the county says on its pages, and which parts of them are there. */
export const webPages = {
  common: group({
    page: 'common',
    title: 'Common',
    link: 'Common',
    section: 'Web Pages',
    fields: {
      countyName: shown(requiredText('County name', 'County', 100)),
      appTitle: shown(
        requiredText('App title', 'Land Record Alerts', 100, 'Appears under the county name on every page.'),
      ),
      contactName: shown(text('Contact name', 100)),
      contactTitle: shown(text('Contact title', 100)),
      contactPhone: shown(text('Contact phone', 30, 'Residents call it when a record looks wrong.')),
      contactEmail: shown(email('Contact email', 50)),
    },
  }),
  languages: group({
    page: 'languages',
    title: 'Languages',
    link: 'Languages',
    section: 'Web Pages',
    fields: {
      languagesOn: shown(flag('Offer languages on the login page', false)),
      offered: under(
        'languagesOn',
        shown(codes('Languages offered', languageCodes, ['ENGLISH'], 'English is always available.')),
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
      latestNewsLoginPage: under('latestNews', flag('Include Login Page Latest News', true)),
      latestNewsMore: under('latestNews', flag('Include More News', true)),
      disclaimer: flag('Disclaimer', true),
      contactUs: flag('Contact us', true),
      links: flag('Links', true),
      linksLoginPage: under('links', flag('Include Login Page Links', true)),
      linksMore: under('links', flag('Include More Links', true)),
      loginSlides: flag('Slides', true),
    },
    parts: [
      { title: 'News', fields: ['latestNews', 'latestNewsLoginPage', 'latestNewsMore'] },
      { title: 'Links', fields: ['links', 'linksLoginPage', 'linksMore'] },
      { title: 'Other cards', fields: ['disclaimer', 'contactUs', 'loginSlides'] },
    ],
    shownToo: { name: 'numberOfSlides', label: 'Number of slides', help: 'Set this on the Login Page - Slides page.' },
  }),
  loginPageLinks: group({
    page: 'loginPageLinks',
    title: 'Login Page Links',
    link: 'Login Page Links',
    section: 'Web Pages',
    fields: { paragraphs: shown(rows('links', 12, { fixed: 12 })) },
  }),
  loginPageLatestNews: group({
    page: 'loginPageLatestNews',
    title: 'Login Page Latest News',
    link: 'Login Page Latest News',
    section: 'Web Pages',
    fields: { paragraphs: shown(rows('paragraphs', 50)) },
  }),
  loginPageSlides: group({
    page: 'loginPageSlides',
    title: 'Login Page - Slides',
    link: 'Login Page Slides',
    section: 'Web Pages',
    fields: { numberOfSlides: shown(count('Number of slides', { min: 1, max: 6, initial: 1, help: 'From 1 to 6.' })) },
  }),
  loginPageRegistration: group({
    page: 'loginPageRegistration',
    title: 'Login Page - Registration and Recovery',
    link: 'Login Page Registration and Recovery',
    section: 'Web Pages',
    fields: {
      selfRegistration: shown(flag('Self registration', true, 'The login page shows New User.')),
      forgotPasswordLink: shown(
        flag('Forgot-password link', true, 'The login page shows Forgot Username and Forgot Password.'),
      ),
      emailExpireIn: hours(
        'Registration link expires after',
        'How long a new user has to follow the link in the email. The default is 4.',
      ),
    },
  }),
} as const
