/** How a ticket's barcode ends, after the numbers of its order and its attendee. */
const BARCODE_END = '001';

/**
 * Derives the attendee's number from a barcode, for a report that has only barcodes. Eventbrite's barcodes consist of
 * the order's number, the attendee's number and three digits, so the ticket matches other reports and the API.
 * A barcode of another kind, such as the organizer's own, is the key itself.
 */
export function attendeeNumber(orderId: string, barcode: string): { externalId: string } | { rejected: string } {
  if (barcode === '') return { rejected: 'it has no barcode number, which is needed to recognize the attendee again' };
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(barcode) || /^\d{11,}0{5}$/.test(barcode)) {
    return {
      rejected: `a spreadsheet has rounded the barcode number to ${barcode}: import the file as Eventbrite made it`,
    };
  }
  const afterOrder = /^\d+$/.test(orderId) && barcode.startsWith(orderId) ? barcode.slice(orderId.length) : '';
  const number = afterOrder.endsWith(BARCODE_END) ? afterOrder.slice(0, -BARCODE_END.length) : '';
  if (/^[1-9]\d{5,14}$/.test(number)) return { externalId: number };
  if (/^[\w-]{4,60}$/.test(barcode)) return { externalId: `barcode-${barcode}` };
  return { rejected: `the barcode number “${barcode.slice(0, 80)}” is not made of letters and digits` };
}
