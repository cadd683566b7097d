// What the claims of the sandbox ask for, and what becomes of them.

/** How far a claim has come. */
export type Outcome =
  | 'Open'
  | 'InReview'
  | 'Held'
  | 'Inspected'
  | 'Authorized'
  | 'Requested'
  | 'Paid'
  | 'PaidInParts'
  | 'Returned'
  | 'Denied'
  | 'Closed'
  | 'Voided'

export interface Repair {
  readonly complaint: string
  readonly cause: string
  readonly correction: string
  readonly component?: string
  readonly hours: number
  readonly guide?: number
  readonly part?: readonly [number: string, description: string, price: number]
  readonly misc?: readonly [
    type: 'Tow' | 'Rental' | 'Diagnosis' | 'ShopSupplies',
    quantity: number,
    price: number,
  ]
}

const repair = (
  [complaint, cause, correction]: readonly [string, string, string],
  more: Omit<Repair, 'complaint' | 'cause' | 'correction'>,
): Repair => ({ complaint, cause, correction, ...more })

/** Repairs that every plan of service contracts covers come first. */
const engine: readonly Repair[] = [
  repair(['NOISE', 'INTFAIL', 'REPLACE'], {
    ...{ component: 'WATERPUMP', hours: 4.2, guide: 3.8, part: ['PW-552', 'Water pump', 389.95] },
    misc: ['Tow', 1, 68],
  }),
  repair(['LEAK', 'SEALFAIL', 'RESEAL'], {
    ...{ component: 'OILPUMP', hours: 5.5, guide: 5.5, part: ['OP-210', 'Oil pump', 214.5] },
  }),
  repair(['CEL', 'INTFAIL', 'REPLACE'], {
    ...{ component: 'TIMINGCHAIN', hours: 6, guide: 5.4, part: ['TC-88', 'Timing chain kit', 265.75] },
    misc: ['ShopSupplies', 1, 32],
  }),
  repair(['NOSHIFT', 'INTFAIL', 'REPAIR'], {
    ...{ component: 'TORQUECONV', hours: 3.5, part: ['TQ-31', 'Torque converter', 618] },
    misc: ['Rental', 4, 42],
  }),
  repair(['VIBR', 'BROKEN', 'REPLACE'], {
    ...{ component: 'AXLESHAFT', hours: 2.1, guide: 2.1, part: ['AX-77', 'Axle shaft', 342.1] },
    misc: ['Tow', 1, 95],
  }),
]

const comfort: readonly Repair[] = [
  repair(['ACWARM', 'INTFAIL', 'REPLACE'], {
    ...{ component: 'COMPRESSOR', hours: 2.8, guide: 2.6, part: ['AC-19', 'Compressor', 487.2] },
  }),
  repair(['ELECT', 'SHORT', 'REPLACE'], {
    ...{ component: 'ALTERNATOR', hours: 1.6, guide: 1.4, part: ['AL-140', 'Alternator', 319] },
    misc: ['Diagnosis', 1, 120],
  }),
  repair(['OVERHEAT', 'BROKEN', 'REPLACE'], {
    ...{ component: 'RADIATOR', hours: 2.4, part: ['RD-6', 'Radiator', 276.4] },
  }),
]

/** Repairs by the type of the product. */
export const repairs: Readonly<Record<string, readonly Repair[]>> = {
  VSC: [...engine, ...comfort],
  TW: [
    repair(['FLAT', 'ROADHAZ', 'REPLACE'], { hours: 0.5, part: ['T-225', 'Tire 225/60R17', 184.9] }),
    repair(['FLAT', 'ROADHAZ', 'REPAIR'], { hours: 0.4, part: ['K-1', 'Plug and patch', 6.5] }),
  ],
  KEY: [repair(['ELECT', 'BROKEN', 'REPLACE'], { hours: 0.7, part: ['KF-2', 'Key fob', 238] })],
  APL: [repair(['NOSTART', 'SHORT', 'REPLACE'], { hours: 1.2, part: ['CB-4', 'Control board', 162.35] })],
}

/** What becomes of the claims of each product type, one contract after the other. */
export const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  VSC: [
    ...([
      'Paid',
      'Paid',
      'Authorized',
      'Paid',
      'Open',
      'Paid',
      'Requested',
      'Paid',
      'Denied',
      'Paid',
    ] as const),
    ...([
      'InReview',
      'Paid',
      'Held',
      'PaidInParts',
      'Inspected',
      'Paid',
      'Closed',
      'Paid',
      'Returned',
    ] as const),
    ...(['Voided'] as const),
  ],
  TW: ['Paid', 'Paid', 'Open', 'Authorized'],
  KEY: ['Paid', 'Open', 'Paid', 'Requested'],
  APL: ['Paid', 'Open', 'Denied'],
  PPM: ['Paid', 'Paid', 'Authorized', 'Open'],
  GAP: ['Paid', 'Open', 'Held'],
}
