import { productTypes } from '../../src/reference/product-types.ts'
import type { Meaning } from './naive-lists.ts'
import type { Raw, World } from './naive-world.ts'

/** The rules that fit a place and a product type best: those that say most, and of these those that name the state. */
function bestRules(world: World, state: unknown, type: string): Raw[] {
  const weight = (rule: Raw) => (rule.state === null ? 0 : 1.1) + (rule.product_type_codes === null ? 0 : 1)
  const fitting = world.all('cancel_rule').filter(({ state: of, product_type_codes: types }) => {
    return (of === null || of === state) && (types === null || (types as string[]).includes(type))
  })
  const best = Math.max(...fitting.map(weight))
  return fitting.filter((rule) => weight(rule) === best)
}

/** Whether a method is in use in some of the states and for some of the product types that are asked for. */
function isInUse(world: World, code: unknown, state: string | undefined, type: string | undefined): boolean {
  const states = state === undefined ? [...world.all('cancel_rule').map((rule) => rule.state)] : [state]
  const types = productTypes.filter((one) => type === undefined || one.code === type)
  return states.some((place) =>
    types.some(({ code: of, cancelMethod }) =>
      bestRules(world, place, of).some((rule) =>
        ['FLAT', rule.method ?? cancelMethod, rule.floor_method].includes(code),
      ),
    ),
  )
}

const upper = (value: unknown) => (value === undefined ? undefined : String(value).toUpperCase())

const matches: Meaning['matches'] = ({ v }, _, { world }, all) =>
  isInUse(world, v?.code, upper(all.state), upper(all.productTypeCode))

/** Both filters ask for the pair of a state and a product type. */
export const inUse = {
  productTypeCode: { matches, values: () => productTypes.map(({ code }) => code) },
  state: { matches, values: (_, world) => world.all('cancel_rule').flatMap(({ state }) => state ?? 'ZZ') },
} as const satisfies Readonly<Record<string, Meaning>>
