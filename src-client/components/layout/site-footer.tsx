import { useTranslation } from 'react-i18next'
import { useStore } from '#client/lib/store.ts'
import { appearance, chooseAppearance, type Appearance } from '#client/lib/theme.ts'
import { Bar } from './bar.tsx'

const choices: readonly Appearance[] = ['system', 'light', 'dark']

type SiteFooterProps = {
  county: string
  interfaceVersion: string
  /** The server's combined version; absent until it is known. */
  serverVersion?: string
  year: number
}

export function SiteFooter({ county, interfaceVersion, serverVersion, year }: SiteFooterProps) {
  const { t } = useTranslation()
  return (
    <footer className="mt-auto bg-header text-sm text-header-muted print:hidden">
      <Bar className="py-5">
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          <span>{t('footer.copyright', { year, county })}</span>
          <span>{t('footer.version', { version: interfaceVersion })}</span>
          {serverVersion && <span>{t('footer.server', { version: serverVersion })}</span>}
        </div>
        <label className="flex min-w-0 flex-wrap items-center gap-2">
          {t('footer.appearance')}
          <select
            className="min-h-11 max-w-full rounded-md border border-header-muted bg-header px-2 text-header-foreground"
            value={useStore(appearance)}
            onChange={(event) => {
              const choice = choices.find((one) => one === event.target.value)
              if (choice) chooseAppearance(choice)
            }}
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {t(`footer.${choice}`)}
              </option>
            ))}
          </select>
        </label>
      </Bar>
    </footer>
  )
}
