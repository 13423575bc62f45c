/** Whether this address answers with 2xx, and in time. */
export const answersOk = (address: string, withinMs: number): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(withinMs) }).then(
    (answer) => answer.ok,
    () => false,
  )
