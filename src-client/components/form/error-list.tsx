import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { focusProblem, type Problem } from './error-summary.tsx'

/** The remaining problems above a long form, each as a link to its field. It disappears with its last line. */
export function ErrorList({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation()
  return (
    <div
      data-error-list=""
      className="mb-5 grid gap-2 rounded-md border border-s-[6px] border-danger-edge bg-danger-tint px-4 py-3.5 text-danger"
    >
      <p className="flex gap-2 font-bold">
        <CircleAlert className="mt-[0.1em]" aria-hidden />
        {t('problems.left', { count: problems.length })}
      </p>
      <ul className="grid">
        {problems.map(({ id, label, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-10 flex-wrap items-center text-inherit"
              onClick={(event) => {
                event.preventDefault()
                focusProblem(id)
              }}
            >
              {label}: {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
