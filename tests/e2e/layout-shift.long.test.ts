import { expect, it } from 'vitest'
import { settingsGroups } from '#shared/settings/groups.ts'
import { addUpShifts, measureShifts, stillBelow } from './layout-shift.ts'
import { visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

describeInBrowser('a page that loads', () => {
  const site = useSite()

  it('nothing moves unasked on home with nine records that wait, and on pages of the panel', async () => {
    const { visitHome, post, outbox, server } = site()
    const ids = [...Array(9).keys()].map((index) => `2026-90010${index}`)
    for (const id of ids) await post({ id, grantor: 'BRANDVOLD THESSALY', parcels: [`17-03-123-0${id.slice(-2)}`] })
    const told = async () => {
      const mails = (await outbox()).filter(({ channel }) => channel === 'EMAIL')
      return ids.filter((id) => mails.some(({ text }) => text.includes(id)))
    }
    await expect.poll(told).toEqual(ids)
    const widths = { phone: { width: 360, height: 740 }, desk: { width: 1440 } }
    const narrow = (await visitHome(widths.phone)).context()
    const wide = (await visitHome(widths.desk)).context()
    const panel = (await visitPanel(site(), '/home', widths.desk, 'TRIMIN')).context()
    const { id } = await server.deps.db.selectFrom('user').select('id').orderBy('id').executeTakeFirstOrThrow()
    const settings = settingsGroups.alertSettings.page
    const pages = ['users', `users/${id}`, 'feeds', settings, 'heldNotices', 'auditLogReport']
    await Promise.all([narrow, wide, panel].map(addUpShifts))
    const shifts = await Promise.all([
      measureShifts(narrow, ['/home']),
      measureShifts(wide, ['/home']),
      measureShifts(panel, [...pages.map((page) => `/controlPanel/${page}`), '/monitoring']),
    ])
    expect(shifts.flat()).toHaveLength(pages.length + 3)
    expect(shifts.flat().filter(([, shift]) => shift >= stillBelow)).toEqual([])
  })
})
