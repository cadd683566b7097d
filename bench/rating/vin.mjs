// Checking and decoding VINs, without network or database. Goal: at least 20,000 a second.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeVin } from '../../dist/domain/vin/decode.js'
import { checkDigit, checkVin } from '../../dist/domain/vin/vin.js'
import { vinData } from '../../dist/rates/quotes/vin-data.js'
import { figure } from '../rows.mjs'

const VINS = 10_000
const ROUNDS = 5
const SAMPLE = join(import.meta.dirname, '../../server/test/fixtures/vin-sample.tsv')

/** The median of five rounds over 10,000 different VINs, after one that is not counted. */
export async function benchVin() {
  const data = await vinData()
  const today = new Date().toISOString().slice(0, 10)
  const vins = tenThousand()
  const rates = Array.from({ length: ROUNDS + 1 }, () => rateOf(data, vins, today)).slice(1)
  const ours = rates.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)]
  return figure({ name: 'VINs checked and decoded', unit: '/s', ours, atLeast: 20_000 })
}

function rateOf(data, vins, today) {
  const began = performance.now()
  let decoded = 0
  for (const text of vins) {
    const checked = checkVin(text)
    if ('vin' in checked && decodeVin(data, checked.vin, today)) decoded++
  }
  const seconds = (performance.now() - began) / 1000
  if (decoded < vins.length * 0.99) throw new Error(`Only ${decoded} of ${vins.length} VINs were decoded.`)
  return vins.length / seconds
}

/** The sample's VINs with other serial numbers. */
function tenThousand() {
  const sample = readFileSync(SAMPLE, 'utf8').trimEnd().split('\n').slice(1)
  return Array.from({ length: VINS }, (_, number) => {
    const vin = sample[number % sample.length].slice(0, 17)
    const serial = String(Math.floor(number / sample.length)).padStart(3, '0')
    const twin = `${vin.slice(0, 8)}0${vin.slice(9, 14)}${serial}`
    return twin.slice(0, 8) + checkDigit(twin) + twin.slice(9)
  })
}
