import { useTranslation } from 'react-i18next'
import { chooseLiveUpdates, liveUpdates } from '#client/lib/live-updates.ts'
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
  /** Pages here update automatically, and the reader may pause that. */
  live: boolean
}

type ChoiceProps<T extends string> = {
  label: string
  value: T
  choices: readonly { value: T; label: string }[]
  onChoose: (value: T) => void
}

function Choice<T extends string>({ label, value, choices, onChoose }: ChoiceProps<T>) {
  return (
    <label className="flex min-w-0 flex-wrap items-center gap-2">
      {label}
      <select
        className="min-h-11 max-w-full rounded-md border border-header-muted bg-header px-2 text-header-foreground"
        value={value}
        onChange={(event) => {
          const choice = choices.find((item) => item.value === event.target.value)
          if (choice) onChoose(choice.value)
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  )
}

export function SiteFooter({ county, interfaceVersion, serverVersion, year, live }: SiteFooterProps) {
  const { t } = useTranslation()
  const updating = useStore(liveUpdates)
  return (
    <footer className="mt-auto bg-header text-sm text-header-muted print:hidden">
      <Bar className="py-5">
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          <span>{t('footer.copyright', { year, county })}</span>
          <span>{t('footer.version', { version: interfaceVersion })}</span>
          {serverVersion && <span>{t('footer.server', { version: serverVersion })}</span>}
        </div>
        <div data-ends="" className="flex flex-wrap gap-x-6 gap-y-2">
          {live && (
            <Choice
              label={t('footer.updates')}
              value={updating ? 'on' : 'paused'}
              choices={[
                { value: 'on', label: t('footer.updatesOn') },
                { value: 'paused', label: t('footer.updatesPaused') },
              ]}
              onChoose={(choice) => chooseLiveUpdates(choice === 'on')}
            />
          )}
          <Choice
            label={t('footer.appearance')}
            value={useStore(appearance)}
            choices={choices.map((choice) => ({ value: choice, label: t(`footer.${choice}`) }))}
            onChoose={chooseAppearance}
          />
        </div>
      </Bar>
    </footer>
  )
}
