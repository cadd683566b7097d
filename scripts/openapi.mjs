// `npm run openapi`: writes the committed openapi.json from the routes, and from it the types of the client in sdk/.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeGenerated } from '../sdk/generate.mjs'
import { root, setUp } from './setup.mjs'

await setUp()
const { openApiText } = await import('../dist/app.js')
const text = openApiText()
writeFileSync(join(root, 'openapi.json'), text)
writeGenerated(JSON.parse(text))
