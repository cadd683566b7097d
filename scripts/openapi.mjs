// `npm run openapi`: writes the committed openapi.json from the routes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, setUp } from './setup.mjs'

await setUp()
const { openApiText } = await import('../dist/app.js')
writeFileSync(join(root, 'openapi.json'), openApiText())
