// Makes what is published: JavaScript and declarations in dist/, and a copy of the license. `npm pack` runs it.
import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const root = dirname(folder)

rmSync(join(folder, 'dist'), { recursive: true, force: true })
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.json')], { stdio: 'inherit' })
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
