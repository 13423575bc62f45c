import { type Html, html } from '#shared/node/platform/html.ts'
import type { SenderBranding } from './sender-branding.ts'

// Mail programs ignore CSS variables and drop style sheets, so the tokens' values are inline, and the style block only
// adds dark mode, small screens and print. Styles that most of a card's text shares are on its cell.
const serif = html`Georgia,Times New Roman,serif`
const sans = html`Segoe UI,Roboto,Helvetica,Arial,sans-serif`
const rule = html`1px solid #cfd9d6`
const styles = html`<style>
  @media (prefers-color-scheme: dark) {
    .bg {
      background: #0b171c !important;
    }
    .card {
      background: #12222a !important;
    }
    .ink {
      color: #e9f0f2 !important;
    }
    .soft {
      color: #adc0c8 !important;
    }
    .line {
      border-color: #2b434e !important;
    }
    .why {
      background: #1c3a47 !important;
      color: #d4edf7 !important;
    }
    .mark {
      background: #56501f !important;
    }
    .btn {
      background: #86cbe8 !important;
      color: #05222e !important;
    }
    .quiet {
      border-color: #8198a3 !important;
      color: #8ed0ec !important;
    }
    .link {
      color: #8ed0ec !important;
    }
  }
  @media (max-width: 480px) {
    .pad {
      padding-left: 16px !important;
      padding-right: 16px !important;
    }
    .btn {
      display: block !important;
      text-align: center !important;
    }
  }
  @media print {
    .bg,
    .card,
    .why,
    .mark {
      background: #ffffff !important;
    }
    .ink,
    .soft,
    .why,
    .link {
      color: #000000 !important;
    }
  }
</style>`

export const heading = (text: Html | string): Html =>
  html`<h1 style="margin:0 0 12px;font:600 28px/1.25 ${serif}">${text}</h1>`
export const subheading = (text: Html | string): Html =>
  html`<h2 style="margin:0 0 12px;font-size:23px;line-height:1.3">${text}</h2>`
export const paragraph = (content: Html | string): Html => html`<p style="margin:0 0 16px">${content}</p>`
export const soft = (content: Html | string): Html =>
  html`<p class="soft" style="margin:0 0 10px;font-size:16px;line-height:1.5;color:#475a63">${content}</p>`
/** Words of a record that met an alert: underlined, because color alone is no mark. */
export const mark = (text: Html | string): Html =>
  html`<span class="mark" style="background:#fdeec9;text-decoration:underline">${text}</span>`
export const link = (href: Html | string, text: Html | string): Html =>
  html`<a class="link" href="${href}" style="color:#0b5675">${text}</a>`

const buttonStyle = html`display:inline-block;font-weight:600;line-height:1.2;text-decoration:none;border-radius:6px`
export const button = (href: string, text: Html | string): Html =>
  html`<a class="btn" href="${href}" style="background:#0e536f;color:#fff;padding:17px 28px;${buttonStyle}">${text}</a>`
/** An answer: the whole box is the link. The paragraph and the break keep its parts apart where styles are dropped. */
export const choiceBox = (href: Html | string, title: Html | string, help: Html | string): Html =>
  html`<p style="margin:0 0 10px">
    <a
      class="quiet"
      href="${href}"
      style="display:block;border:2px solid #63757e;border-radius:6px;color:#0b5675;padding:12px 18px;font-weight:600;line-height:1.4;text-decoration:none"
      >${title}<br /><span class="soft" style="display:block;font-size:16px;font-weight:400;color:#475a63"
        >${help}</span
      ></a
    >
  </p>`
/** Says above all else that an email is a sample; its edge and words say it without color, too. */
export const sampleBand = (word: Html | string, content: Html): Html =>
  html`<div
    style="background:#f4b93a;color:#2b1d00;border:2px solid #2b1d00;border-radius:6px;padding:12px 16px;margin:0 0 20px;line-height:1.5"
  >
    <b style="letter-spacing:0.12em">${word}</b><br />${content}
  </div>`
/** The property that a record is about. */
export const place = (address: Html | string, below: Html | string): Html =>
  html`<p style="margin:0 0 12px;font:600 22px/1.3 ${serif}">
    ${address}<br /><span class="soft" style="display:block;font:16px/1.5 ${sans};color:#475a63">${below}</span>
  </p>`
export const panel = (content: Html[]): Html =>
  html`<div class="why" style="background:#e1edf2;color:#0a3d52;border-radius:6px;padding:16px 18px;margin:0 0 20px">
    ${content}
  </div>`

/** A table of labels and values. */
export const detailRows = (rows: { label: Html | string; value: Html | string }[]): Html =>
  html`<table
    role="presentation"
    class="ink line"
    width="100%"
    cellspacing="0"
    style="border-top:${rule};margin:0 0 20px;font:600 18px/1.4 ${sans};color:#14252d"
  >
    ${rows.map(
      ({ label, value }) =>
        html`<tr valign="top">
          <td
            class="soft line"
            width="104"
            style="padding:8px 12px 8px 0;border-bottom:${rule};font-size:16px;font-weight:400;color:#475a63"
          >
            ${label}
          </td>
          <td class="line" style="padding:8px 0;border-bottom:${rule}">${value}</td>
        </tr>`,
    )}
  </table>`

/** A link that dials a phone number. */
export const toTelLink = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

type Page = {
  branding: SenderBranding
  /** The language tag of the text. */
  lang: string
  title: Html | string
  /** The line that mail programs show next to the subject. */
  preview: Html | string
  body: Html[]
  note: Html | string
  footer: Html[]
}

/** The whole message: the county's header, the body on a card, the note, and the footer. */
export const page = ({ branding, lang, title, preview, body, note, footer }: Page): string =>
  html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        ${styles}
      </head>
      <body class="bg" style="margin:0;padding:0;background:#f3f6f4">
        <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
        <table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f6f4">
          <tr>
            <td align="center" style="padding:16px 8px 32px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:600px;margin:0 auto;table-layout:fixed;text-align:left"
              >
                <tr>
                  <td
                    class="pad"
                    style="background:#0a3242;padding:16px 28px;border-radius:10px 10px 0 0;border-bottom:3px dashed #f4b93a"
                  >
                    <p style="margin:0;font:600 21px/1.25 ${serif};color:#fff">${branding.countyName}</p>
                    <p style="margin:0;font:16px/1.4 ${sans};color:#b7d2dc">${branding.appTitle}</p>
                  </td>
                </tr>
                <tr>
                  <td
                    class="card pad ink"
                    style="background:#fff;padding:28px 28px 8px;font:18px/1.55 ${sans};color:#14252d;overflow-wrap:anywhere"
                  >
                    ${body}
                  </td>
                </tr>
                <tr>
                  <td
                    class="card pad line"
                    style="background:#fff;padding:16px 28px 24px;border-top:${rule};border-radius:0 0 10px 10px;font-family:${sans}"
                  >
                    ${soft(note)}
                  </td>
                </tr>
                <tr>
                  <td class="pad" style="padding:20px 28px 0;font-family:${sans};overflow-wrap:anywhere">${footer}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.html
