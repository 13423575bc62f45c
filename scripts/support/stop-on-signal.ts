/**
 * Runs `stop` on Ctrl-C, SIGTERM, a closed terminal, or the death of the parent process. Further signals during the
 * stop are ignored; only a second Ctrl-C well after the first exits immediately.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let askedAt = 0
  const onSignal = (impatient: boolean) => {
    if (askedAt) {
      // A terminal and a launcher may both pass on one key press.
      if (impatient && Date.now() - askedAt > 1500) process.exit(130)
      return
    }
    askedAt = Date.now()
    void stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => onSignal(true))
  process.on('SIGTERM', () => onSignal(false))
  process.on('SIGHUP', () => onSignal(false))
  process.on('disconnect', () => onSignal(false))
}
