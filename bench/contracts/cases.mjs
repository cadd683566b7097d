// What contracts are asked for in the bench: every documented filter with a value that as many rows have in a small table
// as in a large one, and the same written by hand as SQL that the same index answers.

const COLUMNS = `c.id, c.number, c.status, c.funding_status, h.name, c.vin, c.vehicle_year, c.make, c.model,
  c.product_name, c.plan_name, c.term_months, c.term_miles, c.sale_date, c.expiration_date, d.number as dealer_number,
  d.name as dealer_name, c.retail_price, c.dealer_cost`
const TABLES = `contract c left join account_holder h on h.id = c.customer_id join account_holder d on d.id = c.dealer_id`

const alike = (text) => `greatest(platform.similarity(h.name_folded, ${text}), (
  select platform.similarity(k.last_name_folded, ${text}) from customer k where k.id = h.id))`

const id = (column, of) => (ids) => [`c.${column} = $1`, [ids[of]]]
const from = (column, value, before) => [
  `c.${column} >= $1${before ? ` and c.${column} <= $2` : ''}`,
  before ? [value, before] : [value],
]

/** Written plainly, PostgreSQL goes through the rows by id, and through nearly all of them where the dates are new. */
const foundFirst = (condition) => `
  with found as materialized (select c.id from contract c where ${condition})
  select ${COLUMNS} from ${TABLES} where c.id in (select id from found order by id limit 25) order by c.id`

/** By name: what is asked for, the condition by hand and its values, and an order that is not that of ids. */
export const cases = (ids) =>
  Object.entries({
    number: [{ number: 'bench-0005000' }, [`lower(c.number) = $1`, ['bench-0005000']]],
    vin: [{ vin: '1ftfw1e5000001388' }, [`lower(c.vin) = $1`, ['1ftfw1e5000001388']]],
    vinLast8: [{ vinLast8: '00001388' }, [`lower(right(c.vin, 8)) = $1`, ['00001388']]],
    identifier: [
      { identifier: 'BENCH-0005000' },
      [`(c.id = $1 or lower(c.number) = $2)`, [null, 'bench-0005000']],
    ],
    customerName: [{ customerName: 'quarring' }, [`h.name_folded like $1`, ['%quarring%']]],
    lastName: [
      { lastName: 'Quarr' },
      [
        `c.customer_id in (select id from customer where lower(last_name) collate "C" >= $1 and lower(last_name) collate "C" < $2)`,
        ['quarr', 'quars'],
      ],
    ],
    nameLike: [
      { nameLike: 'zebulon quarringten' },
      [
        `c.customer_id in (select id from account_holder where name_folded operator(platform.%) $1
          union select id from customer where last_name_folded operator(platform.%) $1)`,
        ['zebulon quarringten'],
      ],
      `${alike('$1')} desc, c.id`,
    ],
    phone: [
      { phone: '999.555.0100' },
      [
        `c.customer_id in (select id from account_holder where regexp_replace(phone, '\\D', '', 'g') = $1
          union select id from customer where regexp_replace(mobile, '\\D', '', 'g') = $1)`,
        ['9995550100'],
      ],
    ],
    email: [{ email: 'rare@example.com' }, [`lower(h.email) = $1`, ['rare@example.com']]],
    status: [{ status: ['OnHold'] }, [`c.status = $1`, ['OnHold']]],
    fundingStatus: [{ fundingStatus: ['PartiallyFunded'] }, [`c.funding_status = $1`, ['PartiallyFunded']]],
    productTypeCode: [{ productTypeCode: 'rare' }, [`lower(c.product_type_code) = $1`, ['rare']]],
    productId: [{ productId: 991 }, [`c.product_id = $1`, [991]]],
    programId: [{ programId: 992 }, [`c.program_id = $1`, [992]]],
    planId: [{ planId: 993 }, [`c.plan_id = $1`, [993]]],
    dealerId: [{ dealerId: ids.dealer + 1 }, [`c.dealer_id = $1`, [ids.dealer + 1]]],
    dealerNumber: [
      { dealerNumber: 'bench-1' },
      [
        `c.dealer_id = (select id from account_holder where type = 'Dealer' and lower(number) = $1)`,
        ['bench-1'],
      ],
    ],
    dealerGroupId: [{ dealerGroupId: ids.rareGroup }, id('dealer_group_id', 'rareGroup')(ids)],
    agentId: [{ agentId: ids.rareAgent }, id('agent_id', 'rareAgent')(ids)],
    lienHolderId: [{ lienHolderId: ids.rareLienHolder }, id('lien_holder_id', 'rareLienHolder')(ids)],
    state: [{ state: 'zz' }, [`lower(c.state_of_sale) = $1`, ['zz']]],
    'saleDateFrom, To': [
      { saleDateFrom: '1990-01-01', saleDateTo: '1990-12-31' },
      from('sale_date', '1990-01-01', '1990-12-31'),
    ],
    'saleDateFrom, the newest 3,000': [{ saleDateFrom: '2026-10-01' }, from('sale_date', '2026-10-01')],
    'effectiveFrom, To': [
      { effectiveFrom: '1990-01-01', effectiveTo: '1990-12-31' },
      from('effective_date', '1990-01-01', '1990-12-31'),
    ],
    'expirationFrom, To': [
      { expirationFrom: '1991-01-01', expirationTo: '1991-12-31' },
      from('expiration_date', '1991-01-01', '1991-12-31'),
    ],
    'cancelDateFrom, To': [
      { cancelDateFrom: '1990-01-01', cancelDateTo: '1990-12-31' },
      from('cancel_date', '1990-01-01', '1990-12-31'),
    ],
    updatedSince: [{ updatedSince: '2039-01-01T00:00:00Z' }, from('updated_at', '2039-01-01T00:00:00Z')],
    hasOpenClaim: [{ hasOpenClaim: true }, [`c.open_claims > 0`, []]],
    hasOpenHold: [{ hasOpenHold: true }, [`c.open_holds > 0`, []]],
    needsRefinalize: [{ needsRefinalize: true }, [`c.pending_changes is not null`, []]],
    externalKey: [
      { externalKey: 'RARE-key' },
      [`c.external_keys <> '{}' and c.external_keys @> array[$1]`, ['rare-key']],
    ],
    'name, state and status': [
      { customerName: 'quarring', state: 'ZZ', status: ['OnHold', 'Active'] },
      [
        `h.name_folded like $1 and lower(c.state_of_sale) = $2 and c.status in ('OnHold', 'Active')`,
        ['%quarring%', 'zz'],
      ],
    ],
    'dealer and sale dates': [
      { dealerId: ids.dealer + 1, saleDateFrom: '1990-01-01', saleDateTo: '1990-12-31' },
      [
        `c.dealer_id = $1 and c.sale_date >= $2 and c.sale_date <= $3`,
        [ids.dealer + 1, '1990-01-01', '1990-12-31'],
      ],
    ],
    'state, by price': [
      { state: 'ZZ' },
      [`lower(c.state_of_sale) = $1`, ['zz']],
      'c.retail_price, c.id',
      'retailPrice',
    ],
    'what a dealer sees': [
      {},
      [`c.dealer_id = $1`, [ids.dealer + 1]],
      undefined,
      undefined,
      [{ type: 'Dealer', id: ids.dealer + 1 }],
    ],
  }).map(([name, [filters, [condition, values], order, sortBy, scopes]]) => ({
    name,
    filters,
    sortBy,
    caller: { scopes: scopes ?? [] },
    page: {
      text: /date|updated/.test(condition)
        ? foundFirst(condition)
        : `select ${COLUMNS} from ${TABLES} where ${condition} order by ${order ?? 'c.id'} limit 25`,
      values,
    },
    count: {
      text: `select count(*) from (select 1 from contract c ${condition.includes('h.') ? 'left join account_holder h on h.id = c.customer_id' : ''}
        where ${condition} limit 10001) as counted`,
      values,
    },
  }))
