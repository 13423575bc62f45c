import type { DemoFile } from './start/demo-file.ts'
import { postRecords } from './start/post-records.ts'
import { sampleRecords } from './samples/records.ts'

export async function seedDemo(
  _env: NodeJS.ProcessEnv,
  demo: DemoFile,
): Promise<(serverAddress: string) => Promise<void>> {
  return (address) => postRecords(address, demo.feedKey, sampleRecords(new Date()))
}
