import { type Draws, drawsFor } from '../crowd/draws.ts'
import { choiceFor } from './choices.ts'
import { crowdMarket, type Deal, dealMaker, type Market, type ProductCode } from './deals.ts'
import type { ContractStory, DatedStep, SeedSale } from './steps.ts'
import { contractStories } from './stories.ts'

/** One step of one contract, with its time. */
export interface ScheduledStep {
  /** The index of the contract, in the order of the stories. */
  readonly contract: number
  readonly at: Date
  readonly step: DatedStep
}

/** Which stories are drawn, in which market. */
export interface Scheduling {
  readonly stories: readonly ContractStory[]
  readonly market: Market
  readonly firstSerial: number
  /** What would happen after this day has not happened yet. Absent: everything has happened. */
  readonly until?: Moment
}

/** An instant, and the day that it is in. */
export interface Moment {
  readonly now: Date
  readonly today: string
  /** When the day began. */
  readonly dayBegan: Date
}

const fixedStories = (): Scheduling => ({
  ...{ stories: contractStories, market: crowdMarket(), firstSerial: 100_101 },
})

/** All steps of all contracts of the stories, in the order of their times. Absent: the stories with fixed dates. */
export function scheduleSteps(scheduling: Scheduling = fixedStories()): ScheduledStep[] {
  const makeDeal = dealMaker(scheduling.market)
  const deals = scheduling.stories.flatMap((story) =>
    Array.from({ length: story.count }, (_, turn) => ({
      ...{ story, turn },
      draws: drawsFor(`Deal ${story.name} ${turn}`),
    })),
  )
  const stories = deals.flatMap(({ story, turn, draws }, at) => {
    const products = drawProducts(draws, story)
    const soldOn = draws.date(...story.sold)
    const deal = makeDeal(draws, {
      serial: scheduling.firstSerial + at * 13,
      soldOn,
      products,
      isShort: story.term === 'shortest',
      state: story.states?.[turn % story.states.length] ?? null,
      paid: story.paid ?? null,
      isForTwo: story.isForTwo === true,
    })
    return products.map((product) => contractSteps(draws, story, deal, product))
  })
  return stories
    .flatMap((steps, contract) =>
      steps.map((step, order) => ({ contract, step, at: stepTime(step, contract, order, scheduling.until) })),
    )
    .filter(({ step }) => scheduling.until === undefined || step.on <= scheduling.until.today)
    .toSorted((first, second) => first.at.getTime() - second.at.getTime() || first.contract - second.contract)
}

const addOnProducts: readonly ProductCode[] = ['GAP1', 'TW1', 'KEY1', 'PPM1']

/** The products of one deal. Only deals with a vehicle have more than one contract. */
function drawProducts(draws: Draws, { of, bundles }: ContractStory): ProductCode[] {
  const first = draws.oneOf(of)
  if (!bundles || first === 'APL1') return [first]
  return [first, ...addOnProducts.filter((product) => product !== first && draws.happens(18))]
}

const remarks = [
  'The customer asked for the form by mail.',
  'Sold with the vehicle.',
  'Second contract of this customer.',
  'Call before noon.',
]

function contractSteps(draws: Draws, story: ContractStory, deal: Deal, product: ProductCode): DatedStep[] {
  const choice = choiceFor(draws, product, deal, story.term ?? 'any that lasts')
  const after = story.steps({ draws, deal, choice })
  const staysQuote = story.begins === 'Quote' && !after.some(isSubmit)
  const sale: SeedSale = {
    ...{ deal, choice },
    status: story.begins ?? 'Pending',
    isNamed: !staysQuote || draws.happens(60),
    notes: draws.happens(25) ? draws.oneOf(remarks) : null,
    references: draws.happens(40) ? [{ system: 'DMS', key: 'deal', value: draws.digits(6) }] : [],
  }
  return [{ do: 'sell', on: deal.soldOn, sale }, ...after]
}

const isSubmit = (step: DatedStep) => step.do === 'change' && step.patch.status === 'Pending'

const MINUTES_OF_DAY = 480

/** A time in the administrator's office hours; today, a time that has passed. Steps of one day keep their order. */
function stepTime({ on }: DatedStep, contract: number, order: number, until?: Moment): Date {
  const minutes = ((contract * 47) % 360) + order * 15
  if (on === until?.today) {
    const began = until.dayBegan.getTime()
    return new Date(began + Math.floor(((until.now.getTime() - began) * minutes) / MINUTES_OF_DAY))
  }
  return new Date(Date.parse(`${on}T15:00:00Z`) + minutes * 60_000)
}
