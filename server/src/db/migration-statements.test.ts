import { expect, test } from 'vitest'
import { migrationStatements } from './migration-statements.ts'

test.each([
  [
    'statements',
    'create table a (id int);\ninsert into a values (1);\n',
    ['create table a (id int)', 'insert into a values (1)'],
  ],
  [
    'signs inside literals, names, bodies and comments',
    `-- the dealer's; a note\ninsert into a values ('x;y''z', "b;c"); /* a; b */ do $body$ begin; end $body$`,
    [`insert into a values ('x;y''z', "b;c")`, 'do $body$ begin; end $body$'],
  ],
  [
    'objects to drop',
    'drop index if exists a, b cascade',
    ['drop index if exists a cascade', 'drop index if exists b cascade'],
  ],
  [
    'subcommands',
    'alter table a\n  alter column b drop not null,\n  add check (b in (1, 2)),\n  drop constraint c',
    [
      'alter table a alter column b drop not null',
      'alter table a add check (b in (1, 2))',
      'alter table a drop constraint c',
    ],
  ],
  [
    'a column and its constraints',
    `alter table a add b text not null default 'x, check' check (b <> ''), add column c numeric(9, 2) references d (id)`,
    [
      `alter table a add column b text not null default 'x, check'`,
      `alter table a add constraint a_b_check check (b <> '')`,
      'alter table a add column c numeric(9, 2)',
      'alter table a add constraint a_c_fkey foreign key (c) references d (id)',
    ],
  ],
  [
    'a computed column',
    `alter table a add b text generated always as (lower(c || ' check (')) stored unique`,
    [
      `alter table a add column b text generated always as (lower(c || ' check (')) stored`,
      'alter table a add constraint a_b_key unique (b)',
    ],
  ],
])('%s', (_, file, statements) => {
  expect(migrationStatements(file)).toEqual(statements)
})

test('what cannot be split is refused', () => {
  const file = 'alter table a add b bigint references c (id) on delete cascade'
  expect(() => migrationStatements(file)).toThrow('Add its constraint in a statement of its own.')
})
