import type { Db } from '../../db/database.ts'
import { isRoutingNumber } from '../../domain/bank-numbers.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import { loadSettings } from '../../reference/settings.ts'
import type { AchOriginator } from './write-file.ts'

const keys = [
  'achDestination',
  'achDestinationName',
  'achOrigin',
  'achOriginName',
  'achCompanyName',
  'achCompanyId',
] as const
type Key = (typeof keys)[number]

/** Names are cut to their place in the file. Numbers have to fit. */
const faultOf: Readonly<Record<Key, (value: string) => string | undefined>> = {
  achDestination: (value) =>
    isRoutingNumber(value) ? undefined : 'It must be a routing number with a valid check digit.',
  achDestinationName: () => undefined,
  achOrigin: (value) => idFault(value),
  achOriginName: () => undefined,
  achCompanyName: () => undefined,
  achCompanyId: (value) => idFault(value),
}

const idFault = (value: string) =>
  /^[A-Z0-9]{1,10}$/.test(value) ? undefined : 'It must have at most 10 digits or capital letters.'

/** Who we are to the bank. Refused when a setting is missing, because the bank would send the file back. */
export async function loadOriginator(
  db: Db,
): Promise<{ readonly originator: AchOriginator; readonly hasAddenda: boolean }> {
  const { achAddenda, ...values } = await loadSettings(db, [...keys, 'achAddenda'])
  const faults: Fault[] = keys.flatMap((key) => {
    const value = values[key]
    const fault = value?.trim() ? faultOf[key](value) : 'It is not set.'
    const message = `The setting ${key} cannot be used in an ACH file. ${fault}`
    return fault === undefined ? [] : [{ pointer: '', code: 'SettingInvalid', message }]
  })
  const [first] = faults
  if (first) throw new Problem('SettingInvalid', first.message, { errors: faults })
  const text = (key: Key) => values[key] ?? ''
  return {
    originator: {
      destination: text('achDestination'),
      destinationName: text('achDestinationName'),
      origin: text('achOrigin'),
      originName: text('achOriginName'),
      companyName: text('achCompanyName'),
      companyId: text('achCompanyId'),
    },
    hasAddenda: achAddenda,
  }
}
