// The earnings of a month as one statement that somebody writes by hand for exactly this: contracts to which nothing has
// happened, four methods, one day, no month closed. It has the formulas in SQL and writes the rows that the service writes.

const monthOf = (date) => `(date_part('year', ${date})::int * 12 + date_part('month', ${date})::int)`

/**
 * How far each contract is on a day. Whole months are anniversaries that were reached (a day that a month lacks is its
 * last); the one that is running counts by its days; of the term a begun month counts.
 */
export const COURSES = (day, where) => `
  select id, effective_date, expiration_date, k, n, ${day} - begin as days,
    (effective_date + (k + 1) * interval '1 month')::date - begin as month
  from (
    select *, (effective_date + k * interval '1 month')::date as begin from (
      select id, effective_date, expiration_date,
        greatest(0, begun - ((effective_date + begun * interval '1 month')::date > ${day})::int) as k,
        ends + ((effective_date + ends * interval '1 month')::date < expiration_date)::int as n
      from (
        select id, effective_date, expiration_date, ${monthOf(day)} - ${monthOf('effective_date')} as begun,
          ${monthOf('expiration_date')} - ${monthOf('effective_date')} as ends
        from contract c where ${where} offset 0) as calendar
      offset 0) as months
    offset 0) as running`

/** What a line has earned of its amount. */
export const EARNED = (day) => `
  case when ${day} < effective_date then 0 when ${day} >= expiration_date then amount
    when earning_method = 'PRORATA_DAYS'
      then (2 * amount * (${day} - effective_date) + (expiration_date - effective_date))
        / (2 * (expiration_date - effective_date))
    when earning_method = 'PRORATA_MONTHS' then (2 * amount * (k * month + days) + n * month) / (2 * n * month)
    when earning_method = 'RULE78'
      then (2 * amount * (k * (2 * n - k + 1) * month + 2 * days * (n - k)) + n * (n + 1) * month)
        / (2 * n * (n + 1) * month)
    when earning_method = 'REVERSE78'
      then (2 * amount * (k * (k + 1) * month + 2 * days * (k + 1)) + n * (n + 1) * month) / (2 * n * (n + 1) * month)
  end`

const PLAIN = (day) => `c.status = 'Active' and c.finalize_date <= ${day}
  and not exists (select from contract_event happened where happened.contract_id = c.id)`

export const postByHand = (day) => `
  with course as materialized (${COURSES(day, PLAIN(day))}),
  due as materialized (
    select contract_id, code, is_internal, earned, earned_to_date from (
      select line.contract_id, line.code, line.is_internal, line.earned_to_date, ${EARNED(day)} as earned
      from course join contract_line line on line.contract_id = course.id where line.amount <> line.earned_to_date
      offset 0) as line
    where earned <> earned_to_date),
  posted as (
    insert into earning (contract_id, code, earned_date, accounting_date, amount, created_at)
    select contract_id, code, ${day}, ${day}, earned - earned_to_date, now() from due),
  entry as materialized (
    select contract_id, nextval('journal_entry_id_seq') as id
    from (select distinct contract_id from due where is_internal) as inside),
  booked as (
    insert into journal (entry_id, entry_type, debit_account, credit_account, amount, effective_date, accounting_date,
      contract_id, created_at, created_by)
    select entry.id, 'Earning', 'Unearned:' || code, 'Earned:' || code, earned - earned_to_date, ${day}, ${day},
      contract_id, now(), 'bench'
    from due join entry using (contract_id) where is_internal)
  update contract_line line set earned_to_date = due.earned from due
  where line.contract_id = due.contract_id and line.code = due.code`
