-- The number and the VIN of a claim follow its contract, and closing a claim gives back the services that no payment was
-- requested for. Claims from before have neither.
update claim set contract_number = c.number, vin = c.vin from contract c
where c.id = claim.contract_id and (claim.contract_number, claim.vin) is distinct from (c.number, c.vin);
update ppm_claim_event set status = 'Voided', is_authorized = false from claim m, claim_detail d
where m.id = ppm_claim_event.claim_id and d.id = ppm_claim_event.detail_id
  and m.ended = 'Closed' and d.status = 'Authorized' and d.requested_payments = 0;
