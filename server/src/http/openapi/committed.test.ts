import { expect, test } from 'vitest'
import { withOperations } from './committed.ts'
import { share } from './share.ts'

const parameter = { name: 'id', in: 'path', schema: { $ref: '#/components/schemas/Id' } }
const missing = { description: 'Not found.', 'x-problem-codes': ['NotFound'] }
const operation = (tag: string) => ({ tags: [tag], parameters: [parameter], responses: { '404': missing } })

const document = () => ({
  tags: [{ name: 'One' }, { name: 'Two' }],
  paths: {
    '/ones/{id}': { get: operation('One') },
    '/twos/{id}': {
      get: { ...operation('Two'), requestBody: { schema: { $ref: '#/components/schemas/Two' } } },
    },
  },
  components: {
    schemas: { Id: { type: 'integer' }, Two: { type: 'string' } },
    headers: {},
    securitySchemes: {},
  },
})

test('what two operations have in common is a component', () => {
  const shared = share(document())
  expect(shared.components).toMatchObject({
    parameters: { 'path.id': parameter },
    responses: { NotFound: missing },
  })
  expect(shared.paths).toMatchObject({
    '/ones/{id}': {
      get: {
        parameters: [{ $ref: '#/components/parameters/path.id' }],
        responses: { '404': { $ref: '#/components/responses/NotFound' } },
      },
    },
  })
})

test('a service without some operations has neither their tags nor what only they refer to', () => {
  const whole = share(document())
  const one = withOperations(whole, new Set(['get /ones/{id}']))
  expect(Object.keys(one.paths as object)).toEqual(['/ones/{id}'])
  expect(one.tags).toEqual([{ name: 'One' }])
  expect(one.components).toMatchObject({
    schemas: { Id: { type: 'integer' } },
    parameters: { 'path.id': {} },
  })
  expect(one.components).not.toHaveProperty(['schemas', 'Two'])
  expect(withOperations(whole, new Set(['get /ones/{id}', 'get /twos/{id}']))).toBe(whole)
})
