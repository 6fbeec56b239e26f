export default function App() {
  return (
    <Card title="Shop, this week" description="Monday to Sunday">
      <StatGrid>
        <Stat label="Visits" value="4,218" />
        <Stat label="Orders" value="126" tone="accent" />
        <Stat label="Returned" value="3 %" tone="muted" />
      </StatGrid>
      <Bars title="Orders per day" data={[["Mon", 14], ["Tue", 19], ["Wed", 11], ["Thu", 22], ["Fri", 28], ["Sat", 20], ["Sun", 12]]} />
      <Lines title="Visits" data={[["Mon", 510], ["Tue", 640], ["Wed", 480], ["Thu", 702], ["Fri", 811], ["Sat", 655], ["Sun", 420]]} />
      <Slices title="Where buyers came from" data={[["Search", 58], ["Newsletter", 31], ["Friends", 22], ["Other", 15]]} />
    </Card>
  );
}
