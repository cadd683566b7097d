// A newcomer's first operation: follows CONTRIBUTING.md to the letter in a fresh clone. A block goes where the sentence
// before it says; a block without a language is commands. Part of `npm run soak`. Alone: node scripts/newcomer.mjs
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainEnvironment } from './fresh-clone.mjs'
import { root } from './setup.mjs'

const MINUTES = 60_000
const identity = { NAME: 'Newcomer', EMAIL: 'newcomer@example.com' }

/** Follows every step until one fails: `{ steps, seconds, faults }`. */
export function followGuide(repository = root) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'bulwark-newcomer-')))
  const folder = join(home, 'clone')
  const began = Date.now()
  const steps = []
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, folder])
    for (const block of readBlocks(readFileSync(join(folder, 'CONTRIBUTING.md'), 'utf8'))) {
      steps.push(block)
      if (block.language === '') runCommands(folder, block.content)
      else place(folder, block)
    }
    return { steps: steps.length, seconds: secondsSince(began), faults: [] }
  } catch (error) {
    const last = steps.at(-1)?.sentence ?? 'the clone'
    return { steps: steps.length, seconds: secondsSince(began), faults: [`${last}\n${error.message}`] }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** The blocks of the guide's path, each with the paragraph right before it, if there is one, on one line. */
function readBlocks(text) {
  const path = /^## Your first operation.*?(?=^## )/ms.exec(text)?.[0] ?? ''
  const blocks = [...path.matchAll(/(?:((?!```)[^\n]+(?:\n(?!```)[^\n]+)*)\n\n)?^```(\w*)\n(.*?)^```$/gms)]
  const fences = path.match(/^```/gm)?.length ?? 0
  if (blocks.length === 0 || blocks.length * 2 !== fences)
    throw new Error(
      `CONTRIBUTING.md has ${fences / 2} blocks, and ${blocks.length} of them follow a sentence.`,
    )
  return blocks.map(([, sentence = '', language, content]) => ({
    ...{ sentence: sentence.replaceAll('\n', ' '), language, content },
  }))
}

/** Writes a new file, adds to the end of one, or adds beside the first line that begins with what the sentence names. */
function place(folder, { sentence, content }) {
  const created = /^`([^`]+)`$/.exec(sentence)
  const added = /at the end of `([^`]+)`:$/.exec(sentence)
  const beside = /`([^`]+)`, (after|before) `([^`]+)`[^`]*:$/.exec(sentence)
  const file = join(folder, (created ?? added ?? beside)?.[1] ?? '')
  if (created) {
    if (existsSync(file)) throw new Error('There is such a file already.')
    writeFileSync(file, content)
  } else if (added) {
    writeFileSync(file, `\n${content}`, { flag: 'a' })
  } else if (beside) {
    const lines = readFileSync(file, 'utf8').split('\n')
    const at = lines.findIndex((line) => line.trimStart().startsWith(beside[3]))
    if (at < 0) throw new Error(`No line of ${beside[1]} begins with ${beside[3]}.`)
    lines.splice(beside[2] === 'after' ? at + 1 : at, 0, content.trimEnd())
    writeFileSync(file, lines.join('\n'))
  } else throw new Error('The sentence does not say where the block belongs.')
}

function runCommands(folder, commands) {
  const names = Object.entries(identity).flatMap(([name, value]) => [
    [`GIT_AUTHOR_${name}`, value],
    [`GIT_COMMITTER_${name}`, value],
  ])
  const { status, signal, stdout, stderr } = spawnSync('bash', ['-ec', commands], {
    ...{ cwd: folder, env: { ...plainEnvironment(), ...Object.fromEntries(names) } },
    ...{ encoding: 'utf8', timeout: 30 * MINUTES, maxBuffer: 1e9 },
  })
  if (status !== 0) throw new Error(`${commands}ended with ${signal ?? status}:\n${stdout}${stderr}`)
}

const secondsSince = (began) => (Date.now() - began) / 1_000

if (process.argv[1] === import.meta.filename) {
  const { steps, seconds, faults } = followGuide(process.argv[2])
  for (const fault of faults) console.error(fault)
  console.log(`${steps} blocks in ${seconds.toFixed(0)} s: ${faults.length === 0 ? 'passed' : 'FAILED'}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
