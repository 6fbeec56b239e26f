export default function App() {
  return (
    <Card title="Phone plans">
      <DataTable title="Three plans" columns={["Plan", "Data", "Price", "Contract"]} rows={[["Basic", "5 GB", "€8", "none"], ["Plus", "30 GB", "€14", "12 months"], ["Unlimited", "no limit", "€24", "24 months"]]} />
      <Bars title="Price a month" unit="€" data={[["Basic, pay as you go", 8], ["Plus, one year", 14], ["Unlimited, two years", 24]]} />
      <Row gap="sm" wrap><Badge tone="green">No contract: Basic</Badge><Badge tone="orange">Roaming costs extra</Badge></Row>
      <Button action="Choose Plus">Choose Plus</Button>
    </Card>
  );
}
