import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// A long file that starts last would run alone at the end, while the other workers are idle. Vitest starts with the files
// that took longest in the last run. A fresh clone has no last run, and starts with these.
const LONGEST = [
  // These wait more than they work, and leave the processors to lint and types, which run at the beginning.
  'server/test/db/jobs.test.ts',
  'server/test/http/transactions.test.ts',
  'server/test/access/revocation.test.ts',
  'server/test/documents/s3.test.ts',
  'server/test/http/limits.test.ts',
  // The longest.
  'server/test/portal/stories.test.ts',
  'server/test/lists-naive.test.ts',
  'server/test/process/start.test.ts',
  'server/test/sandbox/start.test.ts',
  'server/test/sandbox/reset.test.ts',
  'server/test/db/keys.test.ts',
  'server/test/access/cost-leaks.test.ts',
  'server/test/process/refusals.test.ts',
  'server/test/http/dry-run.test.ts',
  'server/test/db/embedded-start.test.ts',
  'server/test/db/embedded-owners.test.ts',
  'server/test/hostile-strings.test.ts',
  'server/test/cli/cli.test.ts',
  'server/test/http/openapi.test.ts',
  'server/test/process/crash.test.ts',
  'server/test/process/stop.test.ts',
  'server/test/domain/earnings-properties.test.ts',
  'server/test/rates/book-large.test.ts',
  'server/test/cancellations/races.test.ts',
]

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(relative(process.cwd(), moduleId))
      return at === -1 ? LONGEST.length : at
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
