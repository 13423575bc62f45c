import { useTranslation } from 'react-i18next'

/** The first keyboard stop: skips to the page's content. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a
      href="#main"
      className="absolute start-4 -top-24 z-70 rounded-md bg-card px-4 py-3 text-link focus:top-3"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      {t('app.skip')}
    </a>
  )
}
