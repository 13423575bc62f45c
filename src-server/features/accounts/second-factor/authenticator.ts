import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { readNow } from '#shared/node/platform/database/read-now.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { unsealSecret, sealSecret } from '#shared/node/platform/secrets/seal.ts'
import { queueAccountEmail } from '../account/account-mail.ts'
import { endOtherSessions } from '../account/end-sessions.queries.ts'
import { usernameForEmail } from '../account/verified-email.queries.ts'
import { assertEnrollmentProven, needsEnrollmentProof } from './enrollment-proof.ts'
import { storePendingSecret, readTotp, replaceRecoveryCodes, disableTotp, enableTotp } from './totp.queries.ts'
import { toAppUri, hashRecoveryCode, createRecoveryCodes, createSecret, findStep } from './totp.ts'

export const authenticatorTexts = {
  alreadyOn: 'You already have an authenticator app. Turn it off first.',
  notOn: 'No authenticator app is set up.',
  startAgain: 'You started this again elsewhere. Please scan the newest code.',
  demanded: 'The county requires a code from every administrator, so you cannot turn it off.',
  ownReset: 'Turn off your own authenticator app in your profile.',
}

export type AuthenticatorStatus = {
  on: boolean
  recoveryCodesLeft: number
  demanded: boolean
  /** They must first prove that the account is theirs: a new administrator, or one whose app staff reset. */
  proofNeeded: boolean
}

/** A QR code as the outline of its dark squares, for an SVG of `size` × `size`. */
type QrCode = { size: number; path: string }
export type Enrollment = { secret: string; qr: QrCode }

/** What the dialog of a logged-in user says about their authenticator app. */
export async function readAuthenticatorStatus(
  { db, settings }: Pick<ServerDeps, 'db' | 'settings'>,
  actor: Actor,
): Promise<AuthenticatorStatus> {
  const { on, codesLeft } = await readTotp(db, actor.id)
  const demanded = (await settings.current()).service.totpForAdministrators
  const proofNeeded = !on && (await needsEnrollmentProof({ db, settings }, actor))
  return { on, recoveryCodesLeft: on ? codesLeft : 0, demanded, proofNeeded }
}

async function toQrCode(address: string): Promise<QrCode> {
  // Rarely needed, and the server starts faster without it.
  const { default: QRCode } = await import('qrcode')
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'L' })
  const dark = Array.from(modules.data, (bit, index) => (bit ? index : -1)).filter((index) => index >= 0)
  const square = (index: number) => `M${index % modules.size} ${Math.floor(index / modules.size)}h1v1h-1z`
  return { size: modules.size, path: dark.map(square).join('') }
}

/**
 * Begins to set up an authenticator app: a new secret, as text and as a QR code. It takes effect once a code confirms
 * it.
 * @throws AppError `refused` if an app is in use, or if the user has yet to prove that the account is theirs
 */
export async function beginEnrollment(deps: ServerDeps, actor: Actor): Promise<Enrollment> {
  await assertEnrollmentProven(deps, actor)
  const { env } = deps
  const secret = createSecret()
  const { countyName, appTitle } = (await deps.settings.current()).common
  const kept = await inTransaction(deps.db, (tx) =>
    storePendingSecret(tx, actor.id, sealSecret(env.APP_SECRET, actor.id, secret)),
  )
  if (!kept) throw new AppError('refused', authenticatorTexts.alreadyOn)
  return { secret, qr: await toQrCode(toAppUri(secret, `${countyName} ${appTitle}`, actor.username)) }
}

/**
 * Confirms the app by one of its codes: from now on logging in takes one. Every other session of the user ends.
 * @returns the recovery codes, shown only this once
 * @throws AppError `refused` with a text on `code`; `tooMany`
 */
export async function confirmEnrollment(deps: ServerDeps, actor: Actor, code: string): Promise<string[]> {
  const { db, env } = deps
  await assertEnrollmentProven(deps, actor)
  await countOrThrow(db, env.APP_SECRET, 'code', String(actor.id))
  const { on, secret: sealed } = await readTotp(db, actor.id)
  if (on || sealed === null)
    throw new AppError('refused', on ? authenticatorTexts.alreadyOn : authenticatorTexts.startAgain)
  const step = findStep(unsealSecret(env.APP_SECRET, actor.id, sealed), code.replaceAll(/\s/g, ''), await readNow(db))
  if (step === null) throw new AppError('refused', messages.wrongCode, { fields: { code: messages.wrongCode } })
  return inTransaction(db, async (tx) => {
    if (!(await enableTotp(tx, actor.id, sealed, step))) throw new AppError('refused', authenticatorTexts.startAgain)
    await endOtherSessions(tx, actor.id, actor.session.id)
    const codes = await issueRecoveryCodes(tx, deps, actor)
    await recordAuthenticatorChange(tx, deps, actor, { subject: actor, change: 'on' })
    return codes
  })
}

async function issueRecoveryCodes(tx: Tx, { env }: ServerDeps, actor: Actor): Promise<string[]> {
  const codes = createRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    actor.id,
    codes.map((code) => hashRecoveryCode(env.APP_SECRET, actor.id, code)),
  )
  return codes
}

/**
 * Replaces the recovery codes.
 * @throws AppError `refused` if no authenticator app is in use
 */
export async function renewRecoveryCodes(deps: ServerDeps, actor: Actor): Promise<string[]> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await readTotp(tx, actor.id)).on) throw new AppError('refused', authenticatorTexts.notOn)
    await writeAudit(tx, {
      type: 'PASSWORD',
      actor,
      subject: actor,
      description: 'Created new recovery codes; the old ones no longer work.',
      address: actor.address,
    })
    return issueRecoveryCodes(tx, deps, actor)
  })
}

/**
 * Turns the app off: logging in no longer takes a code.
 * @throws AppError `refused` if the county demands codes, or if no app is in use
 */
export async function turnOffAuthenticator(deps: ServerDeps, actor: Actor): Promise<void> {
  if ((await deps.settings.current()).service.totpForAdministrators)
    throw new AppError('refused', authenticatorTexts.demanded)
  await inTransaction(deps.db, async (tx) => {
    if (!(await disableTotp(tx, actor.id))) throw new AppError('refused', authenticatorTexts.notOn)
    await recordAuthenticatorChange(tx, deps, actor, { subject: actor, change: 'off' })
  })
}

const auditDescriptions = {
  on: 'Set up an authenticator app; logging in now requires its code.',
  off: 'The owner turned off the authenticator app.',
  reset: 'Staff reset the authenticator app.',
}

type AuthenticatorChange = {
  subject: { id: number; username: string; email: string }
  change: keyof typeof auditDescriptions
}

/** Audits the change and emails the owner, who may not be the one who made it. */
export async function recordAuthenticatorChange(
  tx: Tx,
  deps: ServerDeps,
  actor: Actor,
  { subject, change }: AuthenticatorChange,
): Promise<void> {
  await writeAudit(tx, {
    type: 'PASSWORD',
    actor,
    subject: { id: subject.id, username: subject.username },
    description: auditDescriptions[change],
    oldValue: { authenticator: change !== 'on' },
    newValue: { authenticator: change === 'on' },
    address: actor.address,
  })
  if (!subject.email) return
  await queueAccountEmail(tx, deps, {
    template: 'authenticator-changed',
    target: subject.email,
    userId: subject.id,
    data: { username: await usernameForEmail(tx, subject), change },
  })
}
