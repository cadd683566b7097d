// The books of the rating bench: the sandbox's, with a row for every plan, term, deductible, class and odometer band of
// its vehicle service contract, and around it what grows with an administrator: models, dealers, taxed places.

import { assignIds } from '../../dist/domain/rate-book/ids.js'
import { readBookFolder, sandboxBookFolder } from '../../dist/rates/book/folder.js'
import { readBook } from '../../dist/rates/book/read-book.js'

const CLASSES = ['1', '2', '3', '4', '5', '6']
const BANDS = 32
const MILES = 4_000
const MAKES = ['FORD', 'TOYOTA', 'HONDA', 'CHEVROLET', 'BMW', 'NISSAN']

/** So many times 20,160 rows, 120 models, 50 dealers with rows of visibility and 50 taxed places. */
export function largeBook(times = 1) {
  const read = readBook(readBookFolder(sandboxBookFolder), () => undefined)
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  const { book } = assignIds(read.book, new Map())
  const products = book.products.map((product) => ({
    ...product,
    programs: product.programs.map((program) =>
      program.code === 'VSC-STD'
        ? { ...program, rates: rowsOf(program, times), classes: classesOf(times) }
        : program,
    ),
  }))
  // As it comes from the database.
  return JSON.parse(
    JSON.stringify({
      ...book,
      products,
      visibility: [...book.visibility, ...dealersOf(book.visibility[0], 50 * times)],
      taxRules: [...book.taxRules, ...placesOf(book.taxRules[0], 50 * times)],
    }),
  )
}

/** The rows of the vehicle service contract. */
export const rowsIn = ({ products }) =>
  products.flatMap(({ programs }) => programs).find(({ code }) => code === 'VSC-STD').rates

/** As many ages as the book is times larger: each row of the first book becomes one for every age. */
function rowsOf({ plans, rates: [anyRow] }, ages) {
  const rows = []
  for (const plan of plans)
    for (const { term } of plan.terms)
      for (const deductible of plan.deductibles)
        for (const classCode of CLASSES)
          for (let band = 0; band < BANDS; band += 1)
            for (let age = 0; age < ages; age += 1)
              rows.push({
                ...anyRow,
                plan: plan.code,
                term,
                deductible,
                classCode,
                odometerFrom: band * MILES,
                odometerTo: band * MILES + MILES - 1,
                ageFrom: ages === 1 ? null : age,
                ageTo: ages === 1 ? null : age,
                values: { RESERVE: 40_000 + (rows.length % 997) * 100 },
              })
  return rows
}

function classesOf(times) {
  const any = { trim: null, series: null, engine: null, fuelType: null, driveType: null }
  const always = { yearFrom: null, yearTo: null, effectiveFrom: null, effectiveTo: null }
  return MAKES.flatMap((make, at) =>
    Array.from({ length: 20 * times }, (_, number) => ({
      ...any,
      ...always,
      make,
      model: `MODEL ${number}`,
      classCode: CLASSES[at],
      segmentation: null,
    })),
  )
}

const dealersOf = (row, count) =>
  Array.from({ length: count }, (_, at) => ({
    ...row,
    dealer: `B${at}`,
    product: 'VSC1',
    isVisible: at % 2 === 0,
  }))

const placesOf = (rule, count) =>
  Array.from({ length: count }, (_, at) => ({
    ...rule,
    id: 1_000 + at,
    type: 'City',
    state: at % 2 === 0 ? 'OH' : 'NY',
    city: `City ${at}`,
  }))

/** Vehicles of every class, in bands all over the book. */
export function questionsFor(count) {
  return Array.from({ length: count }, (_, at) => ({
    make: MAKES[at % MAKES.length],
    classCode: CLASSES[at % CLASSES.length],
    model: `MODEL ${at % 20}`,
    odometer: ((at * 7) % 14) * MILES + 1_234,
  }))
}
