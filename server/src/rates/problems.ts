import type { ProblemTexts } from '../http/problems.ts'

/** The meaning of the problem codes of this room, and what a caller can do about them. */
export const rateProblems = {
  CriteriaInvalid: {
    title: 'The criteria are not valid',
    meaning:
      'The text is not a valid rule: it is not CEL, names an unknown variable, compares values that cannot be compared, does not result in true or false, or exceeds a limit. `position` gives the place of the fault, in characters from 0, with the end excluded. `expected` says what would be valid there. `limit` names the exceeded limit: length, depth, macro or regex. For a group, `text` is the group as a rule, and `errors` points to the criterion.',
    remedy: 'Correct the text at `position`. POST /Rates/criteria/evaluations evaluates a rule.',
  },
  MissingParameters: {
    title: 'Required parameters are missing',
    meaning:
      'The administrator sets for each type of product which parameters a quote requires. `missing` lists those that were not sent. Names separated by | are alternatives, names joined by + are required together.',
    remedy: 'Send every parameter in `missing`.',
  },
  NoPlansFound: {
    title: 'No plans were found',
    meaning:
      'No plan qualifies. `reasons` lists what failed for each plan: the rule, the value that was sent, the value that is needed, and whether the input or the configuration is the cause.',
    remedy:
      'Correct the input if it is the cause. Otherwise contact the administrator and give the `quoteId`.',
  },
  VinInvalid: {
    title: 'The VIN is not valid',
    meaning:
      'The VIN has the wrong length, a character that is not allowed, or a wrong check digit. `problem` says which.',
    remedy: 'Correct the VIN, or send year, make and model instead.',
  },
  VinNotDecoded: {
    title: 'The VIN could not be decoded',
    meaning: 'The VIN is valid but could not be decoded, and year, make or model is missing.',
    remedy: 'Send year, make and model together with the VIN.',
  },
  QuoteNotReproduced: {
    title: 'The quote could not be reproduced',
    meaning:
      'The quote was computed again from its stored inputs, and the figures differ from the original answer. The quote is not shown.',
    remedy: 'Report the quote to the administrator. A software change has altered a figure.',
  },
  RateBookMoved: {
    title: 'Another rate book is in force by now',
    meaning:
      'The book was compared with the version `expectedVersion`. Version `liveVersion` is in force now (0: none). Nothing was changed.',
    remedy: 'Compare the book with the one in force, look at the changes, and apply it with that version.',
  },
  RateBookUnchanged: {
    title: 'The rate book is the one in force',
    meaning: 'The book changes nothing, so there is no new version.',
    remedy: 'Nothing needs to be done. If a change is missing, check that the right folder was sent.',
  },
  RateBookInvalid: {
    title: 'The rate book has faults',
    meaning: 'The list `faults` has every fault with its file and line. Nothing was changed.',
    remedy: 'Correct the files. POST /Rates/books/checks lists the faults without applying anything.',
  },
  OverlappingRange: {
    title: 'The dates overlap another override',
    meaning:
      'There is already an override for the same line, account holder, program, plan, term, deductible and class, and its dates overlap. `overlapping` has its id, `effectiveFrom` and `effectiveTo`.',
    remedy: 'Send dates that do not overlap, or change the existing override by its id.',
  },
  AccountHolderKindInvalid: {
    title: 'This type of account holder cannot have overrides',
    meaning:
      'Lines of dealer cost can be overridden only for dealers, dealer groups and agents. `accountHolderType` is the type of this account holder.',
    remedy: 'Send the id of a dealer, a dealer group or an agent.',
  },
  CalculationInvalid: {
    title: 'The calculation is not valid for this line',
    meaning:
      'The calculation refers to a line that does not exist, makes lines percentages of each other in a circle, takes 100 percent of dealer cost or more, or has a type that only the rate book can set. MARKUP is always the rest of the retail price. `calculation` is the calculation that was sent.',
    remedy:
      'Send a Flat amount, or a percentage (PercentOf) of lines that are computed earlier. Send RateRow, FactorTable or Remainder only to restore the calculation of the rate book.',
  },
} as const satisfies ProblemTexts
