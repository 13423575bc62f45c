import { useEffect, useState } from 'react'
import { useFormDraft } from '#client/components/form/use-form-draft.ts'
import { submit, unanswered } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { dropDraft, visitor } from '#client/lib/drafts.ts'
import { text } from '#client/lib/i18n/i18n.ts'
import { languageChoice } from '#client/lib/i18n/language-choice.ts'
import { getDraft, keepDraft } from '#client/lib/keep-draft.ts'
import { usePhone } from '#client/lib/use-media.ts'
import { pickDetails } from '#shared/domain/user/user.ts'
import { registrationSchema, type RegistrationValues, toWatch } from './registration-values.ts'
import { findScreenOf, listScreens, type Screen, screenFields } from './screens.ts'
import { type County, registerDraft, type RegisterFormState, useRegisterForm } from './use-register-form.ts'
import { useScreens } from './use-screens.ts'

/** Where the link went, for the last screen after a reload. */
const sentDraft = 'register sent'
type Sent = { email: string; watches: boolean }

type Place = ReturnType<typeof useScreens>

/** How often a screen was refused, and the way to the screen of a problem: an earlier screen may have it. */
function useRefusals(screens: readonly Screen[], place: Place) {
  const [refusal, setRefusal] = useState<{ screen: Screen | undefined; count: number }>({
    screen: undefined,
    count: 0,
  })
  const refuse = (screen: Screen) => setRefusal(({ count }) => ({ screen, count: count + 1 }))
  const refuseAt = (fields: readonly string[]) => {
    const screen = findScreenOf(screens, fields) ?? place.screen
    if (screen !== place.screen) place.open(screen)
    refuse(screen)
  }
  return { refuse, refuseAt, refusals: refusal.screen === place.screen ? refusal.count : 0 }
}

/** The sign-up with what the form holds. Problems of the server are shown on their fields. */
function useSignUp(form: RegisterFormState, refuseAt: (fields: readonly string[]) => void) {
  const signUp = trpc.auth.signUp.useMutation({ meta: { handled: true } })
  const [sent, setSent] = useState(() => getDraft<Sent>(sentDraft, visitor))
  const [lost, setLost] = useState<string>()
  const send = async ({ watches }: { watches: boolean }): Promise<boolean> => {
    const values = registrationSchema.parse(form.getValues())
    const watch = watches ? toWatch(values) : []
    let done = false
    setLost(undefined)
    const problems = await submit(async () => {
      const language = languageChoice.get() || undefined
      const { message } = await signUp.mutateAsync({ ...pickSignUp(values), watch, language })
      done = true
      dropDraft(registerDraft)
      const now = { email: values.email, watches: watch.length > 0 }
      keepDraft(sentDraft, visitor, now)
      setSent(now)
      if (message) await showMessage('OK', message)
    })
    const { [unanswered]: message, ...fields } = problems ?? {}
    setLost(message)
    const refused = Object.entries(fields)
    for (const [field, problem] of refused)
      form.setError(toFormField(field) as never, { type: 'server', message: problem })
    if (refused.length > 0) refuseAt(refused.map(([field]) => toFormField(field)))
    return done
  }
  const startOver = () => {
    dropDraft(sentDraft)
    setSent(undefined)
  }
  return { sent, lost, send, startOver, isSending: signUp.isPending }
}

/** Asks the server about the password when its screen is left, rather than at the end, three screens later. */
function usePasswordQuestion(form: RegisterFormState) {
  const judge = trpc.auth.judgePassword.useMutation({ meta: { handled: true } })
  const isTooEasy = async (): Promise<boolean> => {
    const { password, username, firstName, lastName } = registrationSchema.parse(form.getValues())
    try {
      return (await judge.mutateAsync({ password, username, firstName, lastName })).content.tooEasy
    } catch {
      // The sign-up decides.
      return false
    }
  }
  return { isTooEasy, isAsking: judge.isPending }
}

/** The whole registration: its form, its screens, and the sign-up after the second step. */
export function useRegistration(start: County) {
  const { form, rules } = useRegisterForm(start)
  const draft = useFormDraft(form, registerDraft, visitor)
  const screens = listScreens(usePhone(), start === undefined || rules.offered.length > 0)
  const place = useScreens(screens)
  const { refuse, refuseAt, refusals } = useRefusals(screens, place)
  const signUp = useSignUp(form, refuseAt)
  const { isTooEasy, isAsking } = usePasswordQuestion(form)
  const { isDirty } = form.formState

  // No link leads to this screen: the address is from a bookmark, or the registration was started over.
  const isReachable =
    place.isFirst || (place.screen === 'verify' ? signUp.sent !== undefined : isDirty || draft.hasDraft)
  const [first = 'verify'] = screens
  useEffect(() => {
    if (!isReachable) place.open(first, { replace: true })
  })

  const check = async (screen: Screen) => {
    const fields: readonly string[] = screenFields[screen]
    let passed = await form.trigger([...fields] as never)
    if (passed && fields.includes('password') && (await isTooEasy())) {
      form.setError('password', { type: 'server', message: text('account.tooEasy') })
      passed = false
    }
    if (!passed) refuse(screen)
    return passed
  }
  const register = async (watches: boolean) => {
    if (watches && !(await check('watch'))) return
    // What an earlier screen lacks, such as a password after a reload.
    const missing: string[] = []
    for (const field of screenFields.you) if (!(await form.trigger(field as never))) missing.push(field)
    if (missing.length > 0) return refuseAt(missing)
    if (await signUp.send({ watches })) place.open('verify')
  }
  const next = async () => {
    if (!(await check(place.screen))) return
    if (screens.includes('watch') || place.screen !== screens.at(-2)) place.next()
    else await register(false)
  }
  return { ...signUp, isAsking, form, rules, draft, place, screens, refusals, next, register }
}
export type Registration = ReturnType<typeof useRegistration>

/** The server's problems with the alerts are shown for the second step as a whole. */
const toFormField = (field: string): string => (field.startsWith('watch') ? 'choice' : field)

const pickSignUp = (values: RegistrationValues) => {
  const { username, password, passwordConfirm } = values
  return { ...pickDetails(values), username, password, passwordConfirm }
}
