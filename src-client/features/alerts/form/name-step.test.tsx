// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadPageTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import { NameStep } from './name-step.tsx'

beforeAll(async () => {
  startTexts()
  await loadPageTexts()
})
afterEach(cleanup)

function Alert({ pausedUntil }: { pausedUntil: string }) {
  const form = useForm({ defaultValues: { name: 'Mill lane', pausedUntil } })
  return (
    <FormProvider {...form}>
      <NameStep existing />
    </FormProvider>
  )
}

it.each([
  ['when a paused alert resumes', '12/24/2090', true],
  ['nothing about an end if there is no pause', '', false],
])('says %s', (_what, pausedUntil, tells) => {
  render(<Alert pausedUntil={pausedUntil} />)
  expect(screen.queryByText(/To end the pause, clear this field/) !== null).toBe(tells)
})
