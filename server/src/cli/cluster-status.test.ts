import { expect, test } from 'vitest'
import { sizeText, statusLines } from './cluster-status.ts'

test('each node is shown with its administrators', () => {
  const node = { isCoordinator: false, takesAdministrators: true }
  const lines = statusLines({
    nodes: [
      { name: 'db1:5432', isCoordinator: true, takesAdministrators: false },
      { ...node, name: 'db2:5432' },
      { ...node, name: 'db3:5432', takesAdministrators: false },
    ],
    administrators: [
      { number: 'ADM1', schema: 'tenant_adm1', node: 'db2:5432', bytes: 50_000_000 },
      { number: 'ADM2', schema: 'tenant_adm2', node: null, bytes: 0 },
    ],
  })
  expect(lines).toEqual([
    'db1:5432  coordinator',
    '  ADM2  tenant_adm2  not distributed',
    'db2:5432  worker',
    '  ADM1  tenant_adm1  48 MB',
    'db3:5432  worker, takes no administrators',
  ])
})

test.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [10_485_759, '10240 kB'],
  [10_485_760, '10 MB'],
])('%i bytes', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
