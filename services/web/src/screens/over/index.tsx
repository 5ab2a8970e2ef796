import type { Table } from "../../store";

export function Over({ table }: { table: Table }) {
  return <main data-name="over">{table.code}</main>;
}
