import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { unsealSecret, sealSecret } from '#shared/node/platform/secrets/seal.ts'
import { endOtherSessions } from '../session/session.queries.ts'
import { countOrRefuse } from '#server/platform/throttle.queries.ts'
import { appAddress, hashRecoveryCode, newRecoveryCodes, newSecret, stepOf } from './totp.ts'
import { endSessionsOf, keepPendingSecret, readTotp, replaceRecoveryCodes, turnOff, turnOn } from './totp.queries.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { queueAccountMail } from '../account/account-mail.ts'
import { lockManagedUser } from '#server/features/users/lock-managed-user.ts'
import { nameFor } from '../account/verified-email.queries.ts'

const texts = {
  alreadyOn: 'An authenticator app is in use already.  Turn it off first.',
  notOn: 'No authenticator app is in use.',
  startAgain: 'This was begun anew elsewhere.  Please scan the newest code.',
  demanded: 'The county asks every administrator for a code, so it stays on.',
  ownReset: 'Turn off your own authenticator app in your profile.',
}

export type AuthenticatorStatus = { on: boolean; recoveryCodesLeft: number; demanded: boolean }

/** A QR code as the outline of its dark squares, for an SVG of `size` × `size`. */
export type QrCode = { size: number; path: string }
export type Enrolment = { secret: string; qr: QrCode }

export async function authenticatorStatus({ db, settings, user }: UserContext): Promise<AuthenticatorStatus> {
  const { on, codesLeft } = await readTotp(db, user.id)
  const demanded = (await settings.current()).service.totpForAdministrators
  return { on, recoveryCodesLeft: on ? codesLeft : 0, demanded }
}

async function qrOf(address: string): Promise<QrCode> {
  // Seldom wanted, and a server starts sooner without it.
  const { default: QRCode } = await import('qrcode')
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'L' })
  const dark = Array.from(modules.data, (bit, index) => (bit ? index : -1)).filter((index) => index >= 0)
  const square = (index: number) => `M${index % modules.size} ${Math.floor(index / modules.size)}h1v1h-1z`
  return { size: modules.size, path: dark.map(square).join('') }
}

/**
 * Begins to set up an authenticator app: a new secret, as text and as a QR code. It counts once a code confirms it.
 * @throws AppError `refused` where one is in use
 */
export async function beginEnrolment(ctx: UserContext): Promise<Enrolment> {
  const { env, user } = ctx
  const secret = newSecret()
  const { countyName, appTitle } = (await ctx.settings.current()).common
  const kept = await ctx.db
    .transaction()
    .execute((tx) => keepPendingSecret(tx, user.id, sealSecret(env.APP_SECRET, user.id, secret)))
  if (!kept) throw new AppError('refused', texts.alreadyOn)
  return { secret, qr: await qrOf(appAddress(secret, `${countyName} ${appTitle}`, user.username)) }
}

/**
 * Confirms the app by one of its codes: from now on one is asked for at log-in. Every other session of the user ends.
 * @returns the recovery codes, told this once
 * @throws AppError `refused` with a text on `code`; `tooMany`
 */
export async function confirmEnrolment(ctx: UserContext, code: string): Promise<string[]> {
  const { db, env, user } = ctx
  await countOrRefuse(db, env.APP_SECRET, 'code', String(user.id))
  const { on, secret: sealed } = await readTotp(db, user.id)
  if (on || sealed === null) throw new AppError('refused', on ? texts.alreadyOn : texts.startAgain)
  const step = stepOf(unsealSecret(env.APP_SECRET, user.id, sealed), code.replaceAll(/\s/g, ''), new Date())
  if (step === null) throw new AppError('refused', messages.wrongCode, { fields: { code: messages.wrongCode } })
  return db.transaction().execute(async (tx) => {
    if (!(await turnOn(tx, user.id, sealed, step))) throw new AppError('refused', texts.startAgain)
    await endOtherSessions(tx, user.id, ctx.session.id)
    const codes = await giveRecoveryCodes(ctx, tx)
    await note(ctx, tx, { id: user.id, username: user.username, email: user.email }, 'on')
    return codes
  })
}

async function giveRecoveryCodes({ env, user }: UserContext, tx: Tx): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    user.id,
    codes.map((code) => hashRecoveryCode(env.APP_SECRET, user.id, code)),
  )
  return codes
}

/**
 * New recovery codes in place of the old ones, told this once.
 * @throws AppError `refused` where no authenticator app is in use
 */
export async function renewRecoveryCodes(ctx: UserContext): Promise<string[]> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await readTotp(tx, ctx.user.id)).on) throw new AppError('refused', texts.notOn)
    await writeAudit(tx, {
      type: 'PASSWORD',
      actor: ctx.user,
      subject: ctx.user,
      description: 'New recovery codes were made; the old ones no longer work.',
      address: ctx.address,
    })
    return giveRecoveryCodes(ctx, tx)
  })
}

/**
 * Codes are no longer asked for.
 * @throws AppError `refused` where the county demands them, or none is in use
 */
export async function turnOffOwn(ctx: UserContext): Promise<void> {
  if ((await ctx.settings.current()).service.totpForAdministrators) throw new AppError('refused', texts.demanded)
  const { user } = ctx
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await turnOff(tx, user.id))) throw new AppError('refused', texts.notOn)
    await note(ctx, tx, { id: user.id, username: user.username, email: user.email }, 'off')
  })
}

/**
 * Staff help somebody who lost phone and recovery codes: the authenticator app of another is forgotten and their
 * sessions end. Where the county demands codes, they set up a new one at the next log-in.
 * @throws AppError `missing` for a user outside the allowable types; `refused` for oneself or where none is in use
 */
export async function resetAuthenticator(ctx: UserContext, userId: number): Promise<void> {
  if (userId === ctx.user.id) throw new AppError('refused', texts.ownReset)
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockManagedUser(ctx, tx, userId)
    if (!(await turnOff(tx, userId))) throw new AppError('refused', texts.notOn)
    await endSessionsOf(tx, userId)
    await ctx.enqueue(tx, 'endSessions', {})
    await note(ctx, tx, user, 'reset')
  })
}

const said = {
  on: 'An authenticator app was set up: log-ins ask for its code.',
  off: 'The authenticator app was turned off by its owner.',
  reset: 'The authenticator app was reset by staff.',
}

/** Written down, and told to the owner by email: whoever did it may not be the owner. */
async function note(
  ctx: UserContext,
  tx: Tx,
  subject: { id: number; username: string; email: string },
  change: keyof typeof said,
): Promise<void> {
  await writeAudit(tx, {
    type: 'PASSWORD',
    actor: ctx.user,
    subject: { id: subject.id, username: subject.username },
    description: said[change],
    oldValue: { authenticator: change !== 'on' },
    newValue: { authenticator: change === 'on' },
    address: ctx.address,
  })
  if (!subject.email) return
  await queueAccountMail(ctx, tx, {
    template: 'authenticator-changed',
    target: subject.email,
    userId: subject.id,
    data: { username: await nameFor(tx, subject), change },
  })
}
