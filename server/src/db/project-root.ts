import { join, resolve } from 'node:path'

const here = import.meta.dirname

/** The folder of the clone, whether this runs as `server/src/db` or as the built `dist/db`. */
export const projectRoot = resolve(here, here.endsWith(join('server', 'src', 'db')) ? '../../..' : '../..')
