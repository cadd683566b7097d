import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { type Home, launchService } from './service-process.ts'

const WAIT_MILLISECONDS = 5 * 60_000

/**
 * The data folder of a sandbox that has stopped, for tests of what comes after the first start. The first file that wants
 * one makes it; the others wait, and all have copies of it.
 */
export async function seededFolder(home: Home): Promise<string> {
  const shared = inject('shared')
  const [template, made] = [join(shared, 'data'), join(shared, 'made')]
  if (isFirst(shared)) {
    const service = await launchService(template)
    await service.ready()
    await service.stop()
    writeFileSync(made, '')
  }
  for (const end = Date.now() + WAIT_MILLISECONDS; !existsSync(made); await sleep(50))
    if (Date.now() > end) throw new Error('Nobody has made the data folder of a sandbox.')
  return home.copyOf(template)
}

function isFirst(shared: string): boolean {
  try {
    mkdirSync(join(shared, 'making'))
    return true
  } catch {
    return false
  }
}
