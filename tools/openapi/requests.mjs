// The document without its answers: what callers send has limits, and the rules about limits cannot tell it from answers.
import { readFileSync, writeFileSync } from 'node:fs'

const [from, to] = process.argv.slice(2)
const document = JSON.parse(readFileSync(from, 'utf8'))

for (const operation of Object.values(document.paths).flatMap(Object.values))
  operation.responses = { 200: { description: 'Done.' } }
delete document.webhooks
document.components = { ...document.components, responses: {}, headers: {} }

const used = new Set()
function visit(value) {
  if (typeof value !== 'object' || value === null) return
  if (typeof value.$ref === 'string' && !used.has(value.$ref)) {
    used.add(value.$ref)
    const [section, name] = value.$ref.replace('#/components/', '').split('/')
    visit(document.components[section][name])
  }
  for (const inner of Object.values(value)) visit(inner)
}
visit(document.paths)
// The largest file is a setting of the service, so no schema says it.
const isFile = ({ format, contentMediaType, contentEncoding }) =>
  format === 'binary' || contentMediaType || contentEncoding
function forgetFiles(value) {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value))
    if (inner && typeof inner === 'object' && isFile(inner)) value[name] = {}
    else forgetFiles(inner)
}
forgetFiles(document)
for (const section of ['schemas', 'parameters'])
  for (const name of Object.keys(document.components[section]))
    if (!used.has(`#/components/${section}/${name}`)) delete document.components[section][name]
writeFileSync(to, JSON.stringify(document))
