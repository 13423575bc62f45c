import type { Paragraph } from '#shared/settings/field.ts'
import type { Settings } from '#shared/settings/groups.ts'

export type HomeContent = {
  selections: Settings['homeSelections'] & { numberOfSlides: number }
  numberOfSlides: number
  common: { contactPhone: string; contactEmail: string }
  links: { paragraphs: Paragraph[] }
  latestNews: { paragraphs: Paragraph[] }
}

/** The county's own content of the home page. The `…LoginPage` and `…More` selections choose the lists of each card. */
export function toHomeContent(settings: Settings): HomeContent {
  const { homeSelections: selections, common } = settings
  const numberOfSlides = settings.loginPageSlides.numberOfSlides
  return {
    selections: { ...selections, numberOfSlides },
    numberOfSlides,
    common: { contactPhone: common.contactPhone, contactEmail: common.contactEmail },
    links: lists(
      selections.links,
      [selections.linksLoginPage, settings.loginPageLinks.paragraphs],
      [selections.linksMore, settings.externalLinks.paragraphs],
    ),
    latestNews: lists(
      selections.latestNews,
      [selections.latestNewsLoginPage, settings.loginPageLatestNews.paragraphs],
      [selections.latestNewsMore, settings.latestNews.paragraphs],
    ),
  }
}

/** The filled-in paragraphs of a card's lists. */
function lists(on: boolean, ...parts: [boolean, Paragraph[]][]): { paragraphs: Paragraph[] } {
  const chosen = parts.flatMap(([included, paragraphs]) => (on && included ? paragraphs : []))
  return { paragraphs: chosen.filter((paragraph) => paragraph.heading || paragraph.paragraphContent) }
}
