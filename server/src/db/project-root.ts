import { join, resolve } from 'node:path'

const here = import.meta.dirname

/** The folder of the clone, whether this file runs in `server/src/db` or in the built `dist/db` or `dist/bundle`. */
export const projectRoot = resolve(here, here.endsWith(join('server', 'src', 'db')) ? '../../..' : '../..')
