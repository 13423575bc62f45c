import excel from 'exceljs'
import { execFileSync } from 'node:child_process'
import { PDFDocument } from 'pdf-lib'
import readExcel from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeDay } from '#shared/contract/report.ts'
import { addDays, today, dayToWire } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { auditRows } from '#tests/helpers/audit.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let clerk: TestUser
let county: Browser
let provider: TestUser
let forever: Browser
let day: string
beforeAll(async () => {
  // The files are read again in this same process, which keeps it busy.
  server = await startTestServer({ overloadedMs: 60_000 })
  const { db } = server.deps
  day = dayToWire(today('America/Chicago'))
  clerk = await makeUser(db, { role: 'COUNTY', username: 'county.clerk', firstName: 'Odile', lastName: 'Fenwick' })
  county = await logIn(server.app, clerk)
  provider = await makeUser(db, { role: 'FOREVER', username: 'provider.person' })
  forever = await logIn(server.app, provider)
})
afterAll(() => server.stop())

const fetchFile = async (browser: Browser, path: string, body: object) => {
  const answer = await browser.inject({ method: 'POST', url: `/api/${path}`, payload: body })
  expect(answer.statusCode).toBe(200)
  return { answer, file: answer.rawPayload, name: answer.headers['content-disposition'] }
}
const readRows = async (file: Buffer) =>
  ((await readExcel(file))[0]?.data ?? []).map((row) => row.map((cell) => (cell === null ? null : toText(cell))))
const toText = (cell: unknown) => (cell instanceof Date ? cell.toISOString() : String(cell))
const sheet = async (browser: Browser, path: string, body: object = {}) => {
  const { file } = await fetchFile(browser, path, body)
  return readRows(file)
}
/** The text of a PDF, where the tool for it is installed. */
function readPdfText(pdf: Buffer): string | null {
  try {
    return execFileSync('pdftotext', ['-layout', '-', '-'], {
      input: pdf,
      stdio: ['pipe', 'pipe', 'ignore'],
    }).toString()
  } catch {
    return null
  }
}
const exported = async () => {
  const rows = await auditRows(server.deps.db, { type: 'EXPORT' }).select(['actor_username', 'description']).execute()
  return rows.map(({ actor_username, description }) => `${actor_username}: ${description}`)
}

const dangerous = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  '=HYPERLINK("http://x")',
  '<b>&"\'',
  'Zoë 漢字 \u0001 end',
]

describe('POST userManager/userExport', () => {
  beforeAll(async () => {
    const { db } = server.deps
    await makeUser(db, { username: 'ada.holt', firstName: '=1+1', lastName: 'Holt', status: 'I' })
    const owner = await makeUser(db, {
      username: 'bo.holt',
      firstName: 'Bo',
      lastName: 'Holt',
      email: '=x@example.org',
    })
    await db
      .updateTable('user')
      .set({ company: '@SUM(A1)', address: '-1', city: '\tx', phone: '(612) 555-0134', state: 'MN', zip: '55111' })
      .where('id', '=', owner.id)
      .execute()
  })

  test('returns users.xlsx with the documented columns', async () => {
    const { answer, name } = await fetchFile(county, 'userManager/userExport', { filterText: 'holt' })
    expect(name).toBe('attachment; filename="users.xlsx"')
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    const [heads, ...rows] = await sheet(county, 'userManager/userExport', { filterText: 'holt' })
    expect(heads).toEqual(
      'Username,Name,Type,Status,Email,Phone,Company,Address,City,State,Zip,Alerts,Created,Last Login'.split(','),
    )
    expect(rows.map(([username, name, type, status]) => [username, name, type, status])).toEqual([
      ['ada.holt', '=1+1 Holt', 'USER', 'Inactive'],
      ['bo.holt', 'Bo Holt', 'USER', 'Active'],
    ])
    const [, , , , email, phone, company, address, city, state, zip, alerts, created, lastLogin] = rows[1] ?? []
    expect([email, phone, company, address, state, zip, alerts]).toEqual([
      '=x@example.org',
      '(612) 555-0134',
      '@SUM(A1)',
      '-1',
      'MN',
      '55111',
      '0',
    ])
    expect(city?.trim()).toBe('x')
    expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d/)
    expect(lastLogin).toBeNull()
  })

  test("respects the list's filters and the caller's access", async () => {
    const names = async (browser: Browser, body: object) =>
      (await sheet(browser, 'userManager/userExport', body)).slice(1).map(([username]) => username)
    expect(await names(county, { filterText: 'holt', statusType: 'I' })).toEqual(['ada.holt'])
    expect(await names(county, { accountId: clerk.id })).toEqual(['county.clerk'])
    expect(await names(county, { filterText: 'provider.person' })).toEqual([])
    expect(await names(forever, { filterText: 'provider.person' })).toEqual(['provider.person'])
    expect(await names(county, { page: 7 })).toContain('bo.holt')
  })

  test('has only the headings when empty, and each export is audited', async () => {
    expect(await sheet(county, 'userManager/userExport', { filterText: 'nobody at all' })).toHaveLength(1)
    expect((await exported()).at(-1)).toBe('county.clerk: Exported the list of users.')
  })

  test("covers many pages in the list's order", async () => {
    const many = Array.from({ length: 2300 }, (_, n) => ({
      username: `crowd.${String(n).padStart(5, '0')}`,
      role: 'USER' as const,
    }))
    await server.deps.db.insertInto('user').values(many).execute()
    const rows = (await sheet(county, 'userManager/userExport', { filterText: 'crowd.' })).slice(1)
    expect(rows.map(([username]) => username)).toEqual(many.map(({ username }) => username))
  })
})

describe('POST controlPanel/alertExport', () => {
  const alerts = async (body: object, browser = county) =>
    (await sheet(browser, 'controlPanel/alertExport', body)).slice(1)
  let owner: TestUser
  beforeAll(async () => {
    const { db } = server.deps
    owner = await makeUser(db, { username: 'cleo.marsh' })
    const hidden = await makeUser(db, { username: 'hidden.person', role: 'FOREVER' })
    const base = {
      alert_type: 'PARCEL_ID' as const,
      rule_version: 1,
      parcel_id: '17-03-123-045',
      criteria: '17-03-123-045',
    }
    const person = {
      ...base,
      alert_type: 'NAME' as const,
      parcel_id: '',
      user_id: null,
      first_name: 'Cleo',
      last_name: 'Marsh',
      criteria: 'Cleo Marsh',
    }
    const watched = [
      { ...person, name: 'Watched earlier', former_last_name: 'Farrow' },
      { ...person, name: 'Watched close', typing_slips: true, not_by_initial: true },
      {
        ...person,
        name: 'Watched wide',
        former_last_name: 'Farrow',
        nicknames: true,
        sound_alikes: true,
        former_name: true,
      },
      {
        ...person,
        name: 'Watched firm',
        alert_type: 'BUSINESS' as const,
        first_name: '',
        last_name: '',
        business_name: 'Harbor Ledger',
        criteria: 'Harbor Ledger',
        all_words: true,
      },
    ]
    const made = await db
      .insertInto('alert')
      .values([
        ...dangerous.map((name) => ({ ...base, name, user_id: owner.id })),
        { ...base, name: 'Taken over', user_id: null, status: 'I' as const },
        { ...base, name: 'Hidden', user_id: hidden.id },
        ...watched,
      ])
      .returning('id')
      .execute()
    const [email, phone] = await Promise.all([
      db
        .insertInto('email_address')
        .values({ owner_id: owner.id, address: 'cleo@example.org', verified_at: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow(),
      db
        .insertInto('phone')
        .values({ owner_id: owner.id, number: '+16125550134' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ])
    const alert_id = made[0]?.id ?? 0
    await db.insertInto('alert_email').values({ alert_id, email_id: email.id, position: 0 }).execute()
    await db.insertInto('alert_phone').values({ alert_id, phone_id: phone.id, position: 0 }).execute()
  })

  test('returns alerts.xlsx with the documented columns and no formulas', async () => {
    const { name, file } = await fetchFile(county, 'controlPanel/alertExport', {})
    expect(name).toBe('attachment; filename="alerts.xlsx"')
    const [heads] = await readRows(file)
    expect(heads).toEqual('Name,Username,Type,Criteria,Status,Emails,Phones,Created'.split(','))
    const rows = await alerts({ userId: owner.id })
    expect(rows.map(([name]) => name?.trim()).toSorted()).toEqual(
      dangerous.map((name) => name.trim().replace('\u0001', '')).toSorted(),
    )
    const first = rows.find(([name]) => name === '=1+1')
    expect(first?.slice(1, 7)).toEqual([
      'cleo.marsh',
      'Parcel ID',
      '17-03-123-045',
      'Active',
      'cleo@example.org',
      '(612) 555-0134',
    ])
    // As the file says it: a text has the format that keeps it one when it is edited, and a time is a date.
    const book = new excel.Workbook()
    await book.xlsx.load(file as unknown as ArrayBuffer)
    const cells: { at: string; type: number; format: string; formula: unknown }[] = []
    book.worksheets[0]?.eachRow((row) =>
      row.eachCell(({ address, type, numFmt, formula }) => cells.push({ at: address, type, format: numFmt, formula })),
    )
    expect(cells.length).toBeGreaterThan(60)
    const text = { type: excel.ValueType.String, format: '@', formula: undefined }
    const time = { type: excel.ValueType.Date, format: 'mm/dd/yyyy h:mm AM/PM', formula: undefined }
    for (const { at, ...cell } of cells) expect(cell).toEqual(/^H(?!1$)/.test(at) ? time : text)
    expect(book.worksheets[0]?.autoFilter).toBe(`A1:H${book.worksheets[0]?.rowCount}`)
  })

  test('names the former last name and the match options with the criteria', async () => {
    const criteria = (await alerts({ filterText: 'Watched' })).map(([name, , , cell]) => [name, cell])
    expect(Object.fromEntries(criteria)).toEqual({
      'Watched earlier': 'Cleo Marsh (Former last name: Farrow)',
      'Watched close': 'Cleo Marsh (Options: Typos, Skip records that show only a first initial)',
      'Watched wide':
        'Cleo Marsh (Former last name: Farrow; Options: Nicknames, Names that sound alike, Old name kept as a middle name)',
      'Watched firm': 'Harbor Ledger (Options: Longer names that contain all these words)',
    })
  })

  test("respects the list's filters, inactive ones, and the caller's access", async () => {
    const names = async (body: object, browser = county) => (await alerts(body, browser)).map(([name]) => name)
    expect(await names({ filterText: 'Taken over' })).toEqual(['Taken over'])
    expect((await alerts({ filterText: 'Taken over' }))[0]?.[1]).toBe('N/A (migrated)')
    expect(await names({ filterText: 'Taken over', includeInactive: false })).toEqual([])
    expect(await names({ statusType: 'A' })).toEqual(['=1+1'])
    expect(await names({ filterText: 'Hidden' })).toEqual([])
    expect(await names({ filterText: 'Hidden' }, forever)).toEqual(['Hidden'])
  })

  test('audits each export', async () => {
    await fetchFile(county, 'controlPanel/alertExport', {})
    expect((await exported()).at(-1)).toBe('county.clerk: Exported the list of alerts.')
  })
})

describe('the user report', () => {
  const texts = ['Привет, мир', 'สวัสดี น้ำ', 'আমার সোনার', 'こんにちは', '你好', '안녕하세요 기록', 'Håfa Adai ğış', '🏠 x']
  beforeAll(async () => {
    for (const description of texts)
      await writeAudit(server.deps.db, {
        type: 'ALERT',
        actor: { id: clerk.id, username: clerk.username },
        subject: { id: 1, username: 'maren.holt' },
        description,
        oldValue: { name: 'Home', status: 'A' },
        newValue: { name: 'Home', status: 'I' },
        address: '198.51.100.7',
      })
    await writeAudit(server.deps.db, {
      type: 'NOTICE',
      actor: { id: 5, username: 'somebody.else' },
      description: 'Elsewhere',
    })
  })

  test('POST report/userExport: UserReportExport.xlsx, every column, only the named users', async () => {
    const body = { ...wholeDay(day), username: 'MAREN.holt' }
    const { name } = await fetchFile(county, 'report/userExport', body)
    expect(name).toBe('attachment; filename="UserReportExport.xlsx"')
    const [heads, ...rows] = await sheet(county, 'report/userExport', body)
    expect(heads).toEqual(['Time', 'Username', 'Type', 'On Whom', 'Description', 'Address'])
    expect(rows.map((row) => row.slice(1))).toEqual(
      texts.map((description) => [
        'county.clerk',
        'Alert',
        'maren.holt',
        `${description}. Alert: Home; Status: Active → Inactive`,
        '198.51.100.7',
      ]),
    )
    // A date cell, which counts in the county's time.
    const [month, date, year] = day.split('/')
    expect(rows[0]?.[0]).toContain(`${year}-${month}-${date}`)
    // Also by the user who did it.
    const own = await sheet(county, 'report/userExport', { ...wholeDay(day), username: 'county.clerk' })
    expect(own.map(([, , type]) => type)).toEqual(expect.arrayContaining(['Login', 'Alert', 'Export']))
    expect(own.some(([, username, , onWhom]) => username !== 'county.clerk' && onWhom !== 'county.clerk')).toBe(true)
  })

  test('describes events in the words of the screens', async () => {
    const { db } = server.deps
    const subject = await makeUser(db, { username: 'wren.alder' })
    const browser = await logIn(server.app, subject)
    const alert = {
      name: 'Lake house',
      alertType: 'NAME',
      firstName: 'Wren',
      lastName: 'Alder',
      alertEmailAddresses: [{ value: 'wren@example.org', acknowledged: true }],
      alertPhones: [],
    }
    const { body } = await browser.post<{ alerts: { id: number }[] }>('userView/alert', alert)
    const id = body.content.alerts[0]?.id
    await browser.post('userView/alert', {
      ...alert,
      id,
      variants: { nicknames: true },
      alertEmailAddresses: [{ value: 'kin@example.org', acknowledged: true }],
    })
    const rows = await sheet(county, 'report/userExport', { ...wholeDay(day), username: 'wren.alder' })
    const said = rows.filter(([, , type]) => type === 'Alert').map(([, , , , description]) => description)
    expect(said).toEqual([
      'Added an alert. Alert: Lake house; Criteria: Wren Alder; Status: Active; Emails: wren@example.org',
      'Changed an alert. Alert: Lake house; Nicknames: No → Yes; Emails: wren@example.org → kin@example.org',
    ])
  })

  test('hides an address from readers who may not see its owner', async () => {
    const hidden = await server.deps.db
      .insertInto('email_address')
      .values({ owner_id: provider.id, address: 'hidden.from.county@example.org' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await fetchFile(county, 'controlPanel/alertExport', { emailAddressId: hidden.id })
    await fetchFile(county, 'controlPanel/alertExport', { userId: provider.id })
    const told = async (reader: Browser) =>
      (await sheet(reader, 'report/userExport', wholeDay(day))).map(([, , , , description]) => description).join('\n')
    const [seen, all] = [await told(county), await told(forever)]
    expect(seen).not.toContain('hidden.from.county@example.org')
    expect(seen).toContain('Email: an unavailable address; Include')
    expect(seen).toContain('User: an unavailable user; Include')
    expect(all).toContain('hidden.from.county@example.org')
  })

  describe('shows every administrator all rows, without details of users outside their types', () => {
    const secret = /provider\.person|gone\.person|Hidden Person|17-99|hidden@|555-0177|198\.51\.100\.66/
    const all = wholeDay('')
    beforeAll(async () => {
      const { db } = server.deps
      Object.assign(all, wholeDay(day))
      const them = { id: provider.id, username: provider.username }
      const gone = await makeUser(db, { role: 'TRIMIN', username: 'gone.person' })
      await forever.post('userManager/userDelete', { userId: gone.id })
      await db.insertInto('email_address').values({ owner_id: provider.id, address: 'hidden@example.org' }).execute()
      await db.insertInto('phone').values({ owner_id: provider.id, number: '+16125550177' }).execute()
      const [address, resident] = ['198.51.100.66', await makeUser(db, { username: 'reba.north' })]
      const values = {
        name: 'Hidden Person',
        criteria: '17-99',
        emails: ['hidden@example.org'],
        phones: ['+16125550177'],
      }
      const stop = { channel: 'EMAIL', target: 'hidden@example.org' }
      await writeAudit(
        db,
        { type: 'ALERT', actor: them, subject: them, description: 'Own alert.', newValue: values, address },
        { type: 'LOGIN_REFUSED', subject: them, description: 'Wrong word.', address },
        { type: 'ALERT', actor: { id: gone.id, username: gone.username }, description: 'By one who is gone.' },
        { type: 'NOTICE', actor: clerk, subject: them, description: 'To hidden@example.org and (612) 555-0177.' },
        { type: 'SUPPRESSION', description: 'Stopped.', newValue: stop },
        { type: 'RECIPIENT', description: 'By YES.', newValue: { channel: 'PHONE', target: '+16125550177' } },
        { type: 'NOTICE', actor: clerk, subject: resident, description: 'Again.', oldValue: { by: provider.username } },
        {
          type: 'ALERT',
          actor: them,
          subject: resident,
          description: 'For her.',
          newValue: { name: 'Cabin' },
          address,
        },
      )
      await fetchFile(forever, 'report/userExport', { ...all, username: 'provider.person' })
      await fetchFile(forever, 'controlPanel/alertExport', { filterText: 'Hidden Person' })
    })
    const read = async (browser: Browser, username = '') =>
      (await sheet(browser, 'report/userExport', { ...all, username })).slice(1).map((row) => row.slice(1))

    test('the sheet', async () => {
      const [seen, whole] = [await read(county), await read(forever)]
      expect(seen.length).toBeGreaterThanOrEqual(whole.length - 1)
      // What the clerk searched for, the clerk knew already.
      const told = (rows: (string | null)[][]) =>
        rows
          .filter(([by, type]) => by !== 'county.clerk' || type !== 'Export')
          .flat()
          .filter((cell) => cell !== null && secret.test(cell))
      expect(told(seen)).toEqual([])
      expect(told(whole).length).toBeGreaterThan(12)
      const staff = 'Provider staff'
      for (const row of [
        [staff, 'Alert', staff, 'Own alert.', null],
        [null, 'Login refused', staff, 'Wrong word.', null],
        [staff, 'Alert', null, 'By one who is gone.', null],
        ['county.clerk', 'Notice', staff, 'To … and ….', null],
        [null, 'Suppression', staff, 'Stopped.', null],
        [null, 'Recipient', staff, 'By YES.', null],
        ['county.clerk', 'Notice', 'reba.north', 'Again. Resolved by: Provider staff', null],
        [staff, 'Alert', 'reba.north', 'For her. Alert: Cabin', null],
        [staff, 'Export', null, 'Exported the list of alerts.', null],
      ])
        expect(seen).toContainEqual(row)
    })

    test('the PDF', async () => {
      const { file } = await fetchFile(county, 'report/userReport', all)
      const said = readPdfText(file)
      if (said === null) return
      expect(said).toContain('Provider staff')
      expect(secret.exec(said.replaceAll(/Find:\s+provider\.person/g, ''))?.[0]).toBeUndefined()
    })

    test('the report of a user whom the reader may not see is the same as of a user who does not exist', async () => {
      for (const username of ['provider.person', 'Gone.Person']) {
        expect(await read(county, username)).toEqual([])
        expect((await read(forever, username)).length).toBeGreaterThan(0)
        const said = readPdfText((await fetchFile(county, 'report/userReport', { ...all, username })).file)
        if (said !== null) expect(said).toContain('No Records Found.')
      }
      expect((await read(county, 'reba.north')).map(([by]) => by)).toEqual(['county.clerk', 'Provider staff'])
    })
  })

  test('POST report/userReport: UserReport.pdf with cover line and page numbers, in every script', async () => {
    const { file, name, answer } = await fetchFile(county, 'report/userReport', {
      ...wholeDay(day),
      username: 'maren.holt',
    })
    expect(name).toBe('attachment; filename="UserReport.pdf"')
    expect(answer.headers['content-type']).toBe('application/pdf')
    const pdf = await PDFDocument.load(file, { updateMetadata: false })
    expect([pdf.getPageCount(), pdf.getTitle()]).toEqual([1, 'Audit Report - User'])
    const said = readPdfText(file)
    if (said === null) return console.log('pdftotext is not installed: the text of the PDF was not read.')
    expect(said).toContain(`${day} 12:00 AM to ${day} 11:59 PM, user maren.holt`)
    expect(said).toContain('Page 1 of 1')
    for (const text of [
      'Привет, мир',
      'こんにちは',
      '你好',
      '안녕하세요 기록',
      'Håfa Adai ğış',
      '□',
      'county.clerk',
      '198.51.100.7',
    ])
      expect(said).toContain(text)
    expect(said).not.toContain('Elsewhere')
  })

  test('repeats its headings on every page, and wraps long text', async () => {
    const subject = { id: 77, username: 'long.texts' }
    const description = `${'word '.repeat(300)}END ${'W'.repeat(400)}`
    await writeAudit(
      server.deps.db,
      ...Array.from({ length: 9 }, () => ({ type: 'ALERT' as const, subject, description })),
    )
    const { file } = await fetchFile(county, 'report/userReport', { ...wholeDay(day), username: 'long.texts' })
    const pages = (await PDFDocument.load(file)).getPageCount()
    expect(pages).toBeGreaterThan(3)
    const said = readPdfText(file)
    if (said === null) return
    expect(said.match(/Time +Username +Type +On Whom +Description +Address/g)).toHaveLength(pages)
    expect(said).toContain(`Page ${pages} of ${pages}`)
    expect(said.match(/END/g)).toHaveLength(9)
  })

  test('says when it is empty; the request is audited', async () => {
    const body = { ...wholeDay(day), username: 'nobody.at.all' }
    expect(await sheet(county, 'report/userExport', body)).toHaveLength(1)
    const said = readPdfText((await fetchFile(county, 'report/userReport', body)).file)
    if (said !== null) expect(said).toContain('No Records Found.')
    expect((await exported()).slice(-2)).toEqual(
      ['Excel', 'PDF'].map(
        (form) =>
          `county.clerk: Exported the user audit report as ${form}: ${day} 12:00 AM to ${day} 11:59 PM, user nobody.at.all.`,
      ),
    )
  })

  test.each(['report/userReport', 'report/userExport'])(
    'POST %s refuses invalid filters with the specified messages',
    async (path) => {
      const fields = async (change: object) => {
        const { status, body } = await county.post<{ fields: object }>(path, { ...wholeDay(day), ...change })
        expect([status, body.ok]).toEqual([200, false])
        return body.content.fields
      }
      const tooLong = 'Date range cannot exceed a year.'
      expect(await fields({ fromDate: '' })).toEqual({ fromDate: 'Required.' })
      expect(await fields({ fromDate: undefined })).toEqual({ fromDate: 'Required.' })
      expect(await fields({ fromDate: '01/01/2024', toDate: '01/03/2025' })).toEqual({
        fromDate: tooLong,
        toDate: tooLong,
      })
      expect(await fields({ fromDate: '01/02/2025', toDate: '01/01/2025' })).toEqual({
        fromDate: 'Invalid date/time range.',
      })
      const tomorrow = dayToWire(addDays(today('America/Chicago'), 1))
      expect(await fields({ toDate: tomorrow })).toEqual({ toDate: 'Future date entered.' })
      expect(await fields({ fromDate: tomorrow })).toEqual({ fromDate: 'Future date entered.' })
      expect(await fields({ toHour: '13' })).toEqual({ toHour: 'Not valid.' })
    },
  )

  test('offers Excel for more rows than a PDF can hold', async () => {
    await server.deps.pool.query(
      `insert into audit_log (type, personal_digest, at) select 'ALERT', '\\x00', '2025-06-01T12:00Z' from generate_series(1, 20001)`,
    )
    const body = wholeDay('06/01/2025')
    const { status, body: answer } = await county.post('report/userReport', body)
    expect([status, answer.ok]).toEqual([200, false])
    expect(answer.message).toContain('Choose Excel')
  })
})
