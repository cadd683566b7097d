import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 20

/** Prints the slowest test files and the number of tests at the end of every run. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const seconds = (module: TestModule) => module.diagnostic().duration / 1_000
    const slowest = modules.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SHOWN)
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    // A file that cannot be loaded has no tests, and still counts as a failure.
    const broken = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0)
    console.log(`\nThe ${slowest.length} slowest test files (seconds):`)
    for (const module of slowest)
      console.log(`${seconds(module).toFixed(1).padStart(7)}  ${relative(process.cwd(), module.moduleId)}`)
    console.log(`\n${count('passed')} passed, ${count('failed') + broken.length} failed`)
  }
}
