import { expect, it } from 'vitest'
import { createAxe } from './page-faults.ts'
import { describeInBrowser, useSite } from './site.ts'

describeInBrowser("the reader's own language", () => {
  const site = useSite()

  it('greets, offers to log out and asks in the language, each text with its lang attribute', async () => {
    const { server, visitHome } = site()
    await server.deps.db.updateTable('user').set({ language: 'KOREAN' }).where('username', '=', 'demo.user').execute()
    const page = await visitHome()
    const inKorean = (text: string) => page.locator('[lang=ko]', { hasText: text })
    await inKorean('환영합니다').waitFor()
    await page.getByRole('button', { name: '로그아웃' }).click()
    const question = page.getByRole('alertdialog', { name: '계속 하시겠습니까?' })
    await question.waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect((await createAxe(page).analyze()).violations).toEqual([])
    await question.getByRole('button', { name: '아니오' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '로그아웃' }).click()
    await question.getByRole('button', { name: '예', exact: true }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
  })
})
