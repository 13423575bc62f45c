import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { RestoredDraftBanner } from '#client/components/form/restored-draft-banner.tsx'
import { ScreenForm } from '#client/components/form/screen-form.tsx'
import { UnansweredNotice } from '#client/components/form/unanswered-notice.tsx'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { StepIndicator } from '#client/components/layout/step-indicator.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { confirmLeave } from '#client/lib/dialogs/confirm-leave.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { loginPath } from '#client/lib/navigation.ts'
import { NotOffered } from '../layout/form-page.tsx'
import { FindOwnAddress } from './own-address.tsx'
import { getStep, steps, youParts } from './screens.ts'
import { type County, registerDraft } from './use-register-form.ts'
import { type Registration, useRegistration } from './use-registration.ts'
import { VerifyScreen } from './verify-screen.tsx'
import { WatchFields } from './watch-screen.tsx'
import { partTitles, YouParts } from './you-screen.tsx'

/** /register: three steps (you; what to watch; verify), on a phone one decision a screen. */
export function RegisterPage() {
  const { t } = useTranslation()
  const start = useStartContent()
  if (start && !start.selfRegistration) return <NotOffered title={t('register.title')} text={t('register.closed')} />
  return <RegistrationScreens start={start} />
}

/** The name of the screen, below that of the page. */
function useScreenName({ place: { screen } }: Registration): string {
  const { t } = useTranslation()
  if (screen === 'you') return t('register.you')
  if (screen === 'watch') return t('register.watch.title')
  if (screen === 'verify') return t('mailed.title')
  return t(partTitles[screen])
}

function Steps({ registration: { screens, place } }: { registration: Registration }) {
  const { t } = useTranslation()
  const shown = steps.filter((step) => screens.some((screen) => getStep(screen) === step))
  const current = getStep(place.screen)
  const parts = screens.filter((screen) => getStep(screen) === current)
  return (
    <StepIndicator
      steps={shown.map((step) => ({ key: step, name: t(`register.steps.${step}`) }))}
      current={shown.indexOf(current)}
      part={{ number: parts.indexOf(place.screen) + 1, count: parts.length }}
    />
  )
}

/** The screens of a registration; `start` is what the county asks of them. */
export function RegistrationScreens({ start }: { start: County }) {
  const { t } = useTranslation()
  const registration = useRegistration(start)
  const { place, draft, sent, form, rules } = registration
  const name = useScreenName(registration)
  return (
    <ResidentPage narrow>
      {rules.findsProperty && <FindOwnAddress form={form} />}
      <div className="grid max-w-form gap-2">
        <p className="-mb-2 font-semibold text-muted-foreground">{t('register.title')}</p>
        {/* Keyed by the screen, so that each new one gets the focus. */}
        <PageTitle key={place.screen} title={`${name} | ${t('register.title')}`}>
          {name}
        </PageTitle>
        {place.isFirst && <p className="text-lg text-muted-foreground">{t('register.lead')}</p>}
        {place.screen === 'watch' && <p className="text-lg text-muted-foreground">{t('register.watch.lead')}</p>}
      </div>
      <div className="max-w-form">
        <Steps registration={registration} />
      </div>
      {draft.hasDraft && place.screen !== 'verify' && (
        <RestoredDraftBanner
          className="max-w-form"
          text={t('account.keptNoPassword')}
          onStartOver={() => {
            draft.startOver()
            if (!place.isFirst) place.open(registration.screens[0] ?? 'you', { replace: true })
          }}
        />
      )}
      {place.screen === 'verify' ? (
        sent && (
          <div className="max-w-form rounded-lg border border-border bg-card p-card shadow-card">
            <VerifyScreen registration={registration} sent={sent} />
          </div>
        )
      ) : (
        <FormScreen key={place.screen} registration={registration} />
      )}
      {place.isFirst && (
        <p className="max-w-form">
          {t('register.haveAccount')}{' '}
          <Link href={loginPath} className="inline-flex min-h-11 items-center">
            {t('register.logIn')}
          </Link>
        </p>
      )}
    </ResidentPage>
  )
}

/** A screen of the first two steps, with Next and Back. */
function FormScreen({ registration }: { registration: Registration }) {
  const { t } = useTranslation()
  const { form, rules, place, refusals, isSending, isAsking } = registration
  const { screen } = place
  const onSubmit = () => (screen === 'watch' ? registration.register(true) : registration.next())
  return (
    <div className="max-w-form">
      <ScreenForm
        form={form}
        refusals={refusals}
        onSubmit={onSubmit}
        className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-lg border border-border bg-card p-card shadow-card"
      >
        {screen === 'watch' ? (
          <WatchFields rules={rules} />
        ) : (
          <YouParts
            shown={screen === 'you' ? youParts : youParts.filter((part) => part === screen)}
            titled={screen !== 'you'}
          />
        )}
        <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
          <Button type="submit" busy={isSending ? t('form.saving') : isAsking && t('register.checking')}>
            {screen === 'watch' ? t('register.submit') : t(screen === 'you' ? 'register.nextWatch' : 'register.next')}
          </Button>
          {screen === 'watch' && (
            <Button variant="secondary" onClick={() => void registration.register(false)}>
              {t('register.watch.notNow')}
            </Button>
          )}
          {place.isFirst ? <Cancel isDirty={form.formState.isDirty} /> : <Back onBack={place.back} />}
        </div>
        {screen === 'watch' && <p className="text-sm text-muted-foreground">{t('register.watch.notNowHelp')}</p>}
      </ScreenForm>
      <UnansweredNotice message={registration.lost} isDirty={form.formState.isDirty} />
    </div>
  )
}

function Back({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="quiet" onClick={onBack}>
      <ArrowLeft aria-hidden />
      {t('register.back')}
    </Button>
  )
}

/** Back to the login page, with a question if something was typed. */
function Cancel({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const cancel = async () => {
    if (!(await confirmLeave(isDirty))) return
    dropDraft(registerDraft)
    navigate(loginPath)
  }
  return (
    <Button variant="secondary" onClick={() => void cancel()}>
      {t('account.cancel')}
    </Button>
  )
}
